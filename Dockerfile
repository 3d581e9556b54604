# The image of Node by the digest of its index, so that what is built tomorrow is what was built today.
# The digest was taken from public Dockerfiles that agree on it; the image itself was not pulled to
# check it. To renew: docker buildx imagetools inspect node:24-bookworm-slim
FROM node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6 AS node

# Built with everything, run with the production packages alone.
FROM node AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build && npm prune --omit=dev

FROM node
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
RUN install -d -m 0700 -o node -g node /data
USER node
VOLUME /data
EXPOSE 3000
# Its parent is no shell: SIGTERM reaches the server, which then closes its database.
CMD ["node", "dist/server/main.js"]
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((a) => process.exit(a.ok ? 0 : 1), () => process.exit(1))"]
