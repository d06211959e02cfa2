# bash completion for tglass, which itself says what fits.

# A word as it was typed without its quotes, and with the home folder for ~, in $plain. Nothing that stands in it is
# run or looked up: $(...) stays what it is.
_tglass_plain() {
    local rest=$1 quote='' char
    plain=''
    case $rest in
    '~' | '~/'*) plain=$HOME rest=${rest:1} ;;
    esac
    while [ -n "$rest" ]; do
        char=${rest:0:1} rest=${rest:1}
        case $quote$char in
        \' | \") quote=$char ;;
        \'\' | \"\") quote='' ;;
        \\ | \"\\) # between double quotes it is one only where it has to be
            if [[ -z $quote || $rest == [\"\\\$\`]* ]]; then
                plain+=${rest:0:1} rest=${rest:1}
            else
                plain+=$char
            fi
            ;;
        *) plain+=$char ;;
        esac
    done
}

_tglass() {
    local typed=() word plain
    for word in "${COMP_WORDS[@]:1:COMP_CWORD}"; do
        [ "$word" = = ] && continue # bash makes three words of --by=name
        _tglass_plain "$word"
        typed+=("$plain")
    done
    [ "${COMP_WORDS[COMP_CWORD]}" != = ] || typed+=('')
    COMPREPLY=()
    _tglass_plain "$1"
    while IFS=$'\t' read -r word _; do
        case $word in
        :files) compopt -o default ;;
        :folders) compopt -o dirnames ;;
        *) COMPREPLY+=("$word") ;;
        esac
    done < <("$plain" complete "${typed[@]}" 2>/dev/null)
}
complete -F _tglass tglass
