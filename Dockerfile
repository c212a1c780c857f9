# Mila in one image: one volume, no settings. See docs/docker.md.
#   docker build -t mila . && docker run -p 3000:3000 -v mila:/data mila
# By digest, so that every build has the same base. .github/workflows/ci.yml says when there is a newer one.
FROM node:24-bookworm-slim@sha256:2fe369e969550cde8e867afc3fe370b260140cab4a23d467074295b42163d553 AS build
WORKDIR /mila
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit --no-fund
COPY . .
# Lets any user read the files, whatever modes they had in the source folder.
RUN npm run build \
  && npm prune --omit=dev --no-audit --no-fund \
  && node scripts/image/prune.ts \
  && chmod -R u=rwX,go=rX . \
  && install -d -o node build/compile-cache \
  && setpriv --reuid=node --regid=node --clear-groups node scripts/image/fill-compile-cache.ts \
  && chown -R root build/compile-cache \
  && chmod -R go=rX build/compile-cache \
  && rm -r scripts/image

FROM node:24-bookworm-slim@sha256:2fe369e969550cde8e867afc3fe370b260140cab4a23d467074295b42163d553
# Removes everything that could install or build. Mode 1777 lets any user write to a new volume, but only to their files.
RUN apt-get update \
  && apt-get install -y --no-install-recommends redis-server tini \
  && rm -rf /var/lib/apt/lists/* /var/lib/redis /var/log/* /opt/yarn* /usr/local/include \
    /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /usr/local/bin/yarn* \
  && install -d -o node -g node -m 1777 /data
COPY --from=build /mila /mila
WORKDIR /mila
ENV NODE_ENV=production DATA_DIR=/data PORT=3000
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s CMD ["node", "scripts/health.ts"]
# Runs everything by default. Add `web` or `worker` to run only that one; REDIS_URL connects them.
ENTRYPOINT ["tini", "--", "node", "scripts/start.js"]
