"""Naval operations (7): embarkation, movement, interception, blockade, landing, raids, combat."""
