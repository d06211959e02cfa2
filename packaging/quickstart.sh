# Shared by ./run and ./check: installs what is missing and builds. Quiet about what succeeds; what fails is
# shown with the end of the log. The caller has changed into the project, set `log` to an existing file, and
# `set -eu -o pipefail`.

# What building, running and testing need on Debian 12, beyond nothing.
packages=(
    cmake ninja-build make g++ pkg-config
    qt6-base-dev qt6-svg-dev qt6-tools-dev qt6-l10n-tools qt6-translations-l10n fonts-dejavu-core
    libzstd-dev libssl-dev zlib1g-dev liblzma-dev libbz2-dev liblz4-dev libxxhash-dev libre2-dev libjemalloc-dev
    nlohmann-json3-dev libexpected-dev libcli11-dev
    desktop-file-utils shared-mime-info
)

say() { printf '%s\n' "$*"; }

# fail WHAT ADVICE: the end of the log, then one sentence each.
fail() {
    [ ! -s "$log" ] || tail -n 40 "$log" >&2
    printf '\n%s\n%s\nThe whole log: %s\n' "$1" "$2" "$log" >&2
    exit 1
}

# announce WHAT MINUTES: how long it takes, from the minutes of one core. What is built already is not built
# again.
announce() {
    local cores minutes
    cores=$(nproc)
    minutes=$((($2 + cores - 1) / cores))
    say "$1. From nothing this takes about $minutes min (cores: $cores), later only what changed."
}

# progress LOG: copies what ninja or ctest prints into the log and shows how far they are: on a terminal in
# one line that is written over, else in a line every half minute.
progress() {
    local line state='' seen=0 status
    while true; do
        status=0
        IFS= read -r -t 30 line || status=$?
        if [ $status = 0 ]; then
            printf '%s\n' "$line" >>"$1"
            [[ $line =~ ^\[?\ *([0-9]+)/([0-9]+)(\]|\ Test) ]] || continue
            state="${BASH_REMATCH[1]} of ${BASH_REMATCH[2]}"
        elif [ $status -le 128 ]; then # neither a line nor half a minute without one: the end
            [ -z "$line" ] || printf '%s\n' "$line" >>"$1"
            break
        fi
        if [ -t 1 ]; then
            printf '\r\033[K  %s' "$state"
        elif [ -n "$state" ] && [ $((SECONDS - seen)) -ge 30 ]; then
            say "  $state"
            seen=$SECONDS
        fi
    done
    [ ! -t 1 ] || printf '\r\033[K'
}

as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi
}

install_missing() {
    if ! command -v apt-get >/dev/null; then
        command -v cmake >/dev/null || fail "There is no apt-get here, and no cmake." \
            "Install what these Debian packages hold: ${packages[*]}"
        return
    fi
    local missing=() package
    for package in "${packages[@]}"; do
        [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || missing+=("$package")
    done
    [ ${#missing[@]} -gt 0 ] || return 0
    if [ "$(id -u)" != 0 ] && ! command -v sudo >/dev/null; then
        fail "Some packages are missing, and there is no sudo to install them." \
            "As root: apt-get install --no-install-recommends ${missing[*]}"
    fi
    say "Installing what is missing: ${missing[*]}"
    as_root env DEBIAN_FRONTEND=noninteractive apt-get update >>"$log" 2>&1 ||
        fail "apt-get update failed." "Check the network and /etc/apt, then start again."
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${missing[@]}" \
        >>"$log" 2>&1 || fail "Installing packages failed." "Needed are: ${missing[*]}"
}

# build FOLDER PRESET [CMAKE-OPTION...] [-- TARGET...]: several sources at a time, which takes a third of the
# time.
build() {
    local folder=$1 preset=$2 options=() targets=()
    shift 2
    while [ $# -gt 0 ] && [ "$1" != -- ]; do options+=("$1"); shift; done
    [ $# -eq 0 ] || { shift; targets=(--target "$@"); }
    cmake --preset "$preset" -B "$folder" -DCMAKE_UNITY_BUILD=ON "${options[@]}" \
        >>"$log" 2>&1 ||
        fail "Configuring failed." "If the folder $folder comes from another machine, delete it and start again."
    NINJA_STATUS='[%f/%t] ' cmake --build "$folder" "${targets[@]}" 2>&1 | progress "$log" ||
        fail "Building failed." "A compiler that ends with 'Killed' needs more memory: 4 GB are enough for two cores."
}
