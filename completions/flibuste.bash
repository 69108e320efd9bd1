# bash completion for flibuste
_flibuste_games() {
    "$1" games --json 2>/dev/null | tr '{' '\n' | sed -n 's/.*"name":"\([^"]*\)".*/\1/p'
}

# NAME=VALUE of the options of a game.
_flibuste_settings() {
    "$1" games --json 2>/dev/null | sed 's/{"name"/\n&/g' | sed -n "s/^{\"name\":\"$2\".*\"options\":{\([^}]*\)}.*/\1/p" |
        sed 's/\],*/\n/g' | while IFS= read -r line; do
            name=${line%%:*}
            for value in $(printf '%s' "${line#*[}" | tr ',' ' '); do
                printf '%s=%s\n' "${name//\"/}" "${value//\"/}"
            done
        done
}

# Completes the last part of a list "a,b".
_flibuste_list() {
    local before=
    case $2 in *,*) before=${2%,*}, ;; esac
    mapfile -t COMPREPLY < <(compgen -P "$before" -W "$1" -- "${2##*,}")
}

_flibuste() {
    local word=$2 previous=$3 program=${COMP_WORDS[0]} command='' game='' i
    for ((i = 1; i < COMP_CWORD; i++)); do
        case ${COMP_WORDS[i]} in
        --lang) ((i++)) ;;
        -*) ;;
        *) if [ -z "$command" ]; then command=${COMP_WORDS[i]}; else game=${game:-${COMP_WORDS[i]}}; fi ;;
        esac
    done
    local games levels='moussaillon matelot bosco capitaine'
    games=$(_flibuste_games "$program")
    case $previous in
    --lang) mapfile -t COMPREPLY < <(compgen -W "$("$program" --help | sed -n '1s/.*--lang \([^]]*\).*/\1/p' | tr '|' ' ')" -- "$word"); return ;;
    --agents | --against) _flibuste_list "random casual seasoned greedy ismcts exact-points exact-win stop-at
        two-skulls fair-risk most-alike gold-only $levels" "$word"; return ;;
    --bots) _flibuste_list "$levels" "$word"; return ;;
    --option) mapfile -t COMPREPLY < <(compgen -W "$(_flibuste_settings "$program" "$game")" -- "$word"); return ;;
    --new) mapfile -t COMPREPLY < <(compgen -W "$games" -- "$word"); return ;;
    --phase) mapfile -t COMPREPLY < <(compgen -W 'normal last sudden' -- "$word"); return ;;
    --color) mapfile -t COMPREPLY < <(compgen -W 'auto always never' -- "$word"); return ;;
    --theme) mapfile -t COMPREPLY < <(compgen -W 'dark light' -- "$word"); return ;;
    --viewer) mapfile -t COMPREPLY < <(compgen -W 'spectator 1 2 3 4 5 6 7 8' -- "$word"); return ;;
    --card) mapfile -t COMPREPLY < <(compgen -W 'coin diamond animals guardian pirate island skull-1
        skull-2 ship-2 ship-3 ship-4 none' -- "$word"); return ;;
    --dice) mapfile -t COMPREPLY < <(compgen -W 'os manual fair seed: file:' -- "$word"); return ;;
    --listen) mapfile -t COMPREPLY < <(compgen -W '127.0.0.1:8080 0.0.0.0:8080' -- "$word"); return ;;
    --web) mapfile -t COMPREPLY < <(compgen -d -- "$word"); return ;;
    --save | --resume | --record | --store | --html) mapfile -t COMPREPLY < <(compgen -f -- "$word"); return ;;
    esac
    local options=
    case $command in
    '') options="games rules learn play join saves replay verify hint analyse sim arena merge score solve describe bot-check bot engine serve backup copy site help
        --lang --help --version" ;;
    help) options="games rules learn play join saves replay verify hint analyse sim arena merge score solve describe bot-check bot engine serve backup copy site" ;;
    games | saves) options="--json --lang" ;;
    rules) options="$games --no-pager --lang" ;;
    learn) options="$games --color --plain --lang" ;;
    play) options="$games --seats --people --as-seat --bots --names --option --dice --nonces --seed --save --resume
        --bot-time --bot-memory --lang --color --plain --theme --no-mouse --pace" ;;
    join) options="$("$program" join 2>/dev/null | sed -n 's/^\([0-9A-Z]\{6\}\) .*/\1/p') --server --name --seat --watch
        --new --seats --option --color --plain --theme --no-mouse --lang" ;;
    sim) options="$games --seats --agents --rotate --leads --games --seed --threads --option --record --records
        --bot-time --bot-memory --html --shard --out --json --lang" ;;
    merge) options="--html --json --lang" ;;
    arena) options="$games --seats --agents --against --games --sprt --elo0 --elo1 --alpha --beta
        --seed --threads --option --bot-time --bot-memory --html --shard --out --json --lang" ;;
    bot) options="--url --table --seat --name --matches --bot-time --bot-memory --lang" ;;
    bot-check) options="--game --bot-time --bot-memory --lang" ;;
    describe) options="$games --games --seed --lang" ;;
    engine) options="--seed --lang" ;;
    score) options="mille-sabords --card --dice --island --json --lang" ;;
    solve) options="mille-sabords --card --dice --island --guardian-used --first --svg
        --win --target --mine --theirs --phase --threads --table --json --lang" ;;
    serve) options="--open --listen --lan --store --public-url --trust-proxy --web --threads --think --rate --ping --keep --node --unreplicated --user --log
        --settings --quiet --lang" ;;
    replay) options="--viewer --step --delay --all --plain --color --lang" ;;
    verify) options="--json --odds --lang" ;;
    copy) options="--unreplicated --lang" ;;
    backup | site) options="--lang" ;;
    hint) options="--seat --playouts --seconds --top --threads --seed --json --lang" ;;
    analyse) options="--seat --playouts --threads --seed --json --lang" ;;
    esac
    mapfile -t COMPREPLY < <(compgen -W "$options" -- "$word")
    case $command in replay | verify | hint | analyse | backup | copy | merge | site)
        local files
        mapfile -t files < <(compgen -f -- "$word")
        COMPREPLY+=("${files[@]}") ;;
    esac
}
complete -F _flibuste flibuste
