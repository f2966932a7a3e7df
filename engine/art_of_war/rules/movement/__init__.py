"""Movement (chapter 5), but for charges, evasion and breaking off."""
