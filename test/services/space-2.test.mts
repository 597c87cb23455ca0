import { trySpace } from './space-suite.mts';

trySpace(1, 4);
