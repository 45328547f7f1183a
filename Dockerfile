# syntax=docker/dockerfile:1

FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci
COPY . .
# Every package of the image with its version and licence.
RUN npm sbom --sbom-format=cyclonedx --omit=dev --package-lock-only > sbom.json
RUN npm run build && npm prune --omit=dev

FROM node:24-bookworm-slim
ARG VERSION=unreleased
LABEL org.opencontainers.image.title=Mugen org.opencontainers.image.licenses=MIT \
  org.opencontainers.image.version=$VERSION
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
# Half the memory under load: docs/decisions/0049-memory.md.
ENV MALLOC_ARENA_MAX=2 NODE_OPTIONS=--max-semi-space-size=16
COPY --from=build /app/package.json /app/sbom.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/build ./build
COPY --from=build /app/app/start.mjs /app/app/cli.mjs ./app/
COPY --from=build /app/app/build/load-build.mjs ./app/build/
COPY --from=build /app/db/migrations ./db/migrations
COPY --from=build /app/app/engines/speech/voices ./app/engines/speech/voices
RUN mkdir /data /backups && chown node:node /data /backups
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/health').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "app/start.mjs"]
