# fish completion for flibuste. Commands and options come from the help texts of the program.
function __flibuste_words
    set -l words (commandline -opc)
    set -e words[1]
    set -l skip 0
    for word in $words
        if test $skip = 1
            set skip 0
        else if test "$word" = --lang
            set skip 1
        else if not string match -q -- '-*' $word
            echo $word
        end
    end
end

function __flibuste_command
    set -l words (__flibuste_words)
    echo $words[1]
end

function __flibuste_game
    set -l words (__flibuste_words)
    test (count $words) -gt 1; and echo $words[2]
end

function __flibuste_commands
    flibuste --help | string replace -rf '^  ([a-z]+)( [^ ]+)*  +(.*)$' '$1\t$3'
end

function __flibuste_options
    flibuste (__flibuste_command) --help 2>/dev/null | string replace -rf '^  (--[a-z0-9-]+)( [^ ]+)?  +(.*)$' '$1\t$3'
end

function __flibuste_games
    flibuste games --json | string match -arg '"name":"([^"]*)"'
end

function __flibuste_settings
    set -l game (__flibuste_game)
    set -l options (flibuste games --json | string match -rg '"name":"'$game'".*?"options":\{(.*?)\}')
    for option in (string match -ar '"[^"]+":\[[^]]*\]' -- $options)
        set -l name (string match -rg '^"([^"]+)"' -- $option)
        for value in (string match -arg '"([^"]+)"' -- (string replace -r '^[^[]*' '' -- $option))
            echo $name=$value
        end
    end
end

# Codes of the tables at which the player has a seat.
function __flibuste_tables
    flibuste join 2>/dev/null | string match -rg '^([0-9A-Z]{6}) '
end

# The list so far, with one more part.
function __flibuste_list
    set -l before (string match -r '^.*,' -- (commandline -ct))
    printf '%s\n' $before$argv
end

set -l levels moussaillon matelot bosco capitaine
complete -c flibuste -f
complete -c flibuste -n 'test -z (__flibuste_command)' -a '(__flibuste_commands)'
complete -c flibuste -n 'test -n (__flibuste_command)' -a '(__flibuste_options)'
complete -c flibuste -n 'contains (__flibuste_command) play sim arena rules learn; and test -z (__flibuste_game)' -a '(__flibuste_games)'
complete -c flibuste -n 'contains (__flibuste_command) join' -a '(__flibuste_tables)'
complete -c flibuste -l new -x -a '(__flibuste_games)'
complete -c flibuste -n 'contains (__flibuste_command) score solve; and test -z (__flibuste_game)' -a mille-sabords
complete -c flibuste -n 'contains (__flibuste_command) replay verify hint analyse backup site' -F
complete -c flibuste -l lang -x -a 'en fr'
complete -c flibuste -l bots -x -a "(__flibuste_list $levels)"
complete -c flibuste -l agents -x -a "(__flibuste_list random casual seasoned greedy ismcts exact-points exact-win stop-at two-skulls fair-risk most-alike gold-only $levels)"
complete -c flibuste -l against -x -a "(__flibuste_list random greedy ismcts $levels)"
complete -c flibuste -l option -x -a '(__flibuste_settings)'
complete -c flibuste -l color -x -a 'auto always never'
complete -c flibuste -l theme -x -a 'dark light'
complete -c flibuste -l phase -x -a 'normal last sudden'
complete -c flibuste -l viewer -x -a 'spectator 1 2 3 4 5 6 7 8'
complete -c flibuste -l card -x -a 'coin diamond animals guardian pirate island skull-1 skull-2 ship-2 ship-3 ship-4 none'
complete -c flibuste -l dice -x -a 'os manual fair seed: file:'
complete -c flibuste -l save -r -F
complete -c flibuste -l resume -r -F
complete -c flibuste -l record -r -F
complete -c flibuste -l store -r -F
complete -c flibuste -l html -r -F
