# Shared by ./run and ./check: installs what is missing and builds. Quiet about what succeeds; what fails is shown with the
# end of the log. The caller has changed into the project, set `log` to an existing file, and `set -eu`.

# What building, running and testing need on Debian 12, beyond nothing.
packages=(
    cmake ninja-build make g++ pkg-config
    qt6-base-dev qt6-svg-dev fonts-dejavu-core
    libzstd-dev libssl-dev zlib1g-dev liblzma-dev libbz2-dev liblz4-dev nlohmann-json3-dev libexpected-dev libcli11-dev
    desktop-file-utils shared-mime-info
)

say() { printf '%s\n' "$*"; }

# fail WHAT ADVICE: the end of the log, then one sentence each.
fail() {
    [ ! -s "$log" ] || tail -n 40 "$log" >&2
    printf '\n%s\n%s\nThe whole log: %s\n' "$1" "$2" "$log" >&2
    exit 1
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

# build FOLDER PRESET [CMAKE-OPTION...] [-- TARGET...]
build() {
    local folder=$1 preset=$2 options=() targets=()
    shift 2
    while [ $# -gt 0 ] && [ "$1" != -- ]; do options+=("$1"); shift; done
    [ $# -eq 0 ] || { shift; targets=(--target "$@"); }
    cmake --preset "$preset" -B "$folder" -DTRACEGLASS_PRECOMPILE=ON "${options[@]}" >>"$log" 2>&1 ||
        fail "Configuring failed." "If the folder $folder comes from another machine, delete it and start again."
    cmake --build "$folder" "${targets[@]}" >>"$log" 2>&1 ||
        fail "Building failed." "A compiler that ends with 'Killed' needs more memory: 4 GB are enough for two cores."
}
