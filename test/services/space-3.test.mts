import { trySpace } from './space-suite.mts';

trySpace(2, 4);
