import { trySpace } from './space-suite.mts';

trySpace(0, 4);
