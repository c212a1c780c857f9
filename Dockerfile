# Mila in one image: one volume, no settings. docs/docker.md says more.
#   docker build -t mila . && docker run -p 3000:3000 -v mila:/data mila
FROM node:24-bookworm-slim AS build
WORKDIR /mila
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit --no-fund
COPY . .
# Whoever runs it may read it, whatever the modes of the files that it was built from.
RUN npm run build \
  && npm prune --omit=dev --no-audit --no-fund \
  && node scripts/image/prune.ts \
  && chmod -R u=rwX,go=rX .

FROM node:24-bookworm-slim
# Nothing is installed or built in it: what could do that goes. Any user may write a new volume, and only their own files.
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
# With nothing more it runs everything; `web` or `worker` after the image's name runs that alone (REDIS_URL joins them).
ENTRYPOINT ["tini", "--", "node", "scripts/start.ts"]
