"""What the bot writes on Discord: pieces, pages, and the messages that stay; sends nothing."""
