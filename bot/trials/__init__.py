"""Games played to try the rules: at random, against their promises, between computers.

They know games through the contract alone, start processes and take their time, so they are no part
of the pure engine; nothing that serves Discord needs them.
"""
