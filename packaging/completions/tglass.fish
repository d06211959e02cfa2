# fish completion for tglass, which itself says what fits.
function __tglass_offers
    set -l typed
    for word in (commandline -opc) # without their quotes, ~ as it was typed
        string match -q '~/*' -- $word; and set word $HOME(string sub -s 2 -- $word)
        set -a typed $word
    end
    $typed[1] complete $typed[2..-1] (commandline -ct) 2>/dev/null
end
complete -c tglass -f
complete -c tglass -a '(__tglass_offers | string match -v ":*")'
complete -c tglass -F -n '__tglass_offers | string match -q ":files*"'
complete -c tglass -a '(__fish_complete_directories)' -n '__tglass_offers | string match -q ":folders*"'
