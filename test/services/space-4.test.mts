import { trySpace } from './space-suite.mts';

trySpace(3, 4);
