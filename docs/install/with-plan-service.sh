#!/bin/sh
# n8n loads community packages from its data folder, which is a volume and hides what an image has there.
# So the package is unpacked into it at each start; the version of the image is the one that runs.
set -eu
package="${N8N_USER_FOLDER:-$HOME}/.n8n/nodes/node_modules/n8n-nodes-plan-service"
rm -rf "$package"
mkdir -p "$package"
tar -xzf /opt/n8n-nodes-plan-service.tgz -C "$package" --strip-components=1
exec /docker-entrypoint.sh "$@"
