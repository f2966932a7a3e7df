"""The whole bot under the load of a busy host: `make load`."""
