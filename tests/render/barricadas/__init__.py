"""Pictures of ¡A las barricadas!"""
