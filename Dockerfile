# Mila in one image: one volume, no settings.
#   docker build -t mila . && docker run -p 3000:3000 -v mila:/data mila
FROM node:24-bookworm-slim AS build
WORKDIR /mila
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit --no-fund
COPY . .
# The image has its own Node: the one that npm scripts bring along stays here.
RUN npm run build \
  && npm prune --omit=dev --no-audit --no-fund \
  && rm -rf node_modules/node-linux-* node_modules/.bin

FROM node:24-bookworm-slim
RUN apt-get update \
  && apt-get install -y --no-install-recommends redis-server tini \
  && rm -rf /var/lib/apt/lists/* \
  && install -d -o node -g node -m 700 /data
WORKDIR /mila
COPY --from=build /mila/package.json ./
COPY --from=build /mila/node_modules ./node_modules
COPY --from=build /mila/migrations ./migrations
COPY --from=build /mila/db ./db
COPY --from=build /mila/jobs ./jobs
COPY --from=build /mila/scripts ./scripts
COPY --from=build /mila/app ./app
COPY --from=build /mila/build ./build
ENV NODE_ENV=production DATA_DIR=/data PORT=3000
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/live`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# With nothing more it runs everything; `web` or `worker` after the image's name runs that alone (REDIS_URL joins them).
ENTRYPOINT ["tini", "--", "node", "scripts/start.ts"]
