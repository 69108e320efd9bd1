#!/bin/sh
# A bot that plays the last legal move.
while read -r word rest; do
    case $word in
    flibuste-bot) printf 'name Last\nwant legal\nready\n' ;;
    legal) moves=$rest ;;
    go) echo "move ${moves##*;}" ;;
    quit) exit 0 ;;
    esac
done
