# bash completion for flibuste
_flibuste() {
    local word=$2 previous=$3 program=${COMP_WORDS[0]} command='' i
    for ((i = 1; i < COMP_CWORD; i++)); do
        case ${COMP_WORDS[i]} in
        --lang) ((i++)) ;;
        -*) ;;
        *) command=${COMP_WORDS[i]}; break ;;
        esac
    done
    local games
    games=$("$program" games --json 2>/dev/null | tr '{' '\n' | sed -n 's/.*"name":"\([^"]*\)".*/\1/p')
    case $previous in
    --lang) mapfile -t COMPREPLY < <(compgen -W "$("$program" --help | sed -n '1s/.*--lang \([^]]*\).*/\1/p' | tr '|' ' ')" -- "$word"); return ;;
    --agents | --against) mapfile -t COMPREPLY < <(compgen -W 'random casual seasoned greedy ismcts
        exact-points exact-win stop-at two-skulls fair-risk most-alike gold-only
        moussaillon matelot bosco capitaine' -- "$word"); return ;;
    --bots) mapfile -t COMPREPLY < <(compgen -W 'moussaillon matelot bosco capitaine' -- "$word"); return ;;
    --phase) mapfile -t COMPREPLY < <(compgen -W 'normal last sudden' -- "$word"); return ;;
    --color) mapfile -t COMPREPLY < <(compgen -W 'auto always never' -- "$word"); return ;;
    --card) mapfile -t COMPREPLY < <(compgen -W 'coin diamond animals guardian pirate island skull-1
        skull-2 ship-2 ship-3 ship-4 none' -- "$word"); return ;;
    --dice) mapfile -t COMPREPLY < <(compgen -W 'os manual fair seed: file:' -- "$word"); return ;;
    --listen) mapfile -t COMPREPLY < <(compgen -W '127.0.0.1:8080 0.0.0.0:8080' -- "$word"); return ;;
    --web) mapfile -t COMPREPLY < <(compgen -d -- "$word"); return ;;
    --save | --resume | --record | --store | --html) mapfile -t COMPREPLY < <(compgen -f -- "$word"); return ;;
    esac
    local options=
    case $command in
    '') options="games rules learn play replay verify hint analyse sim arena score solve serve backup site --lang --help --version" ;;
    games) options="--json --lang" ;;
    rules) options="$games --lang" ;;
    learn) options="$games --color --lang" ;;
    play) options="$games --seats --people --as-seat --bots --names --option --dice --nonces --seed --save --resume
        --lang --color" ;;
    sim) options="$games --seats --agents --rotate --leads --games --seed --threads --option --record
        --html --json --lang" ;;
    arena) options="$games --seats --agents --against --games --sprt --elo0 --elo1 --alpha --beta
        --seed --threads --option --html --json --lang" ;;
    score) options="mille-sabords --card --dice --island --json --lang" ;;
    solve) options="mille-sabords --card --dice --island --guardian-used --first --svg
        --win --target --mine --theirs --phase --threads --table --json --lang" ;;
    serve) options="--listen --lan --store --public-url --trust-proxy --web --threads --think --rate --ping --keep
        --quiet --lang" ;;
    replay) options="--viewer --step --delay --all --color --lang" ;;
    verify) options="--json --odds --lang" ;;
    backup | site) options="--lang" ;;
    hint) options="--seat --playouts --seconds --top --threads --seed --json --lang" ;;
    analyse) options="--seat --playouts --threads --seed --json --lang" ;;
    esac
    mapfile -t COMPREPLY < <(compgen -W "$options" -- "$word")
    case $command in replay | verify | hint | analyse | backup | site)
        local files
        mapfile -t files < <(compgen -f -- "$word")
        COMPREPLY+=("${files[@]}") ;;
    esac
}
complete -F _flibuste flibuste
