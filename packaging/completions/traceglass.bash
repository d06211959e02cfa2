# bash completion for traceglass.
_traceglass() {
    local words
    COMPREPLY=()
    case $3 in
    --theme) words='light dark contrast-light contrast-dark system' ;;
    --tab) words='findings search memory queues statistics bytes records flame notes problems' ;;
    --size | --range | --select | --search | --filter | --font-size | -s) return ;;
    --language) words='en de system' ;;
    --screenshot | --compare) compopt -o default && return ;;
    *)
        [[ $2 == -* ]] || { compopt -o default && return; }
        words='--theme --font-size --language --new-process --reset-settings --screenshot --size --range --select --search --filter --compare
            --tab --thumbnail -s --help --version'
        ;;
    esac
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$2")
}
complete -F _traceglass traceglass
