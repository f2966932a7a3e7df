"""What every game is made of: verbs and frames, the gate, the working copy, parsing, codecs."""
