import fc from 'fast-check';

// That a mutant is noticed is enough: the search for the smallest counterexample may take longer than all else.
fc.configureGlobal({ ...fc.readConfigureGlobal(), endOnFailure: true });
