# bash completion for tglass, which itself says what fits.
_tglass() {
    local current=$2 typed=() word
    for word in "${COMP_WORDS[@]:1:COMP_CWORD}"; do
        [ "$word" = = ] || typed+=("$word") # bash makes three words of --by=name
    done
    [ "${COMP_WORDS[COMP_CWORD]}" != = ] || typed+=('')
    COMPREPLY=()
    while IFS=$'\t' read -r word _; do
        case $word in
        :files) compopt -o default ;;
        :folders) compopt -o dirnames ;;
        *) COMPREPLY+=("$word") ;;
        esac
    done < <("$1" complete "${typed[@]}" 2>/dev/null)
}
complete -F _tglass tglass
