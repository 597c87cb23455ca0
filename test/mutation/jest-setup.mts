import fc from 'fast-check';

// The same values in each run, so that a mutant is not noticed by chance. And that it is noticed is enough:
// the search for the smallest counterexample may take longer than all else.
fc.configureGlobal({ seed: 1, endOnFailure: true });
