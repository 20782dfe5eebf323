# One image for every role: the service, its embedded PostgreSQL and a browser. Nothing in it runs as root.
# An image of Debian 12 with Node 24 and npm. Without a container registry, deploy/base-image.sh assembles one.
ARG BASE=node:24-bookworm-slim
FROM ${BASE} AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Not `npm ci`, which fails where a registry lacks the optional packages of other platforms; the lock file holds all the same.
# The browser comes from Debian below, smaller and with its updates. Without the folder of the console, its packages are left out.
RUN npm install --omit=dev && npm cache clean --force && rm -rf node_modules/@sparticuz

FROM ${BASE} AS pages
WORKDIR /app
COPY package.json package-lock.json .npmrc tsconfig.json ./
COPY console/package.json ./console/
RUN npm install --ignore-scripts && npm cache clean --force
COPY clients/typescript/src ./clients/typescript/src
COPY console ./console
COPY scripts/built-folder.mjs scripts/build-console.mjs ./scripts/
RUN node scripts/build-console.mjs

FROM ${BASE}
# The versions are those of the base image's Debian release, with its security updates.
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install -y --no-install-recommends ca-certificates chromium-headless-shell fonts-liberation tini \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --uid 10001 --user-group --no-log-init --create-home --home-dir /home/webdata webdata \
    && install -d -o webdata -g webdata -m 0711 /data
WORKDIR /app
COPY --from=packages /app/node_modules ./node_modules
COPY package.json ./
COPY bin ./bin
COPY src ./src
COPY --from=pages /app/dist/console ./dist/console
# The service renders these pages.
COPY docs ./docs
COPY AGENTS.md ARCHITECTURE.md CHANGELOG.md CONTRIBUTING.md SECURITY.md ./
COPY LICENSE NOTICE THIRD-PARTY-NOTICES.txt ./
ARG VERSION=0.2.0
ARG BASE
# Builds of a repository add org.opencontainers.image.source, .revision and .created with --label.
LABEL org.opencontainers.image.title="webdata" \
    org.opencontainers.image.description="A self-hosted web data service for software agents: scrape, crawl, search and extract with signed receipts." \
    org.opencontainers.image.licenses="Apache-2.0" \
    org.opencontainers.image.vendor="the authors of webdata" \
    org.opencontainers.image.version="${VERSION}" \
    org.opencontainers.image.base.name="${BASE}"
USER 10001:10001
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8787 DATA_DIR=/data
VOLUME /data
EXPOSE 8787
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
    CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# tini reaps what browsers leave behind and passes SIGTERM on; the launcher restarts the service after a crash.
ENTRYPOINT ["tini", "--", "node", "bin/webdata.mjs"]
CMD ["serve"]
