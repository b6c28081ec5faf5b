# dormer: this directory was ZDOTDIR only for long enough to read this file. The
# user's own is given back before anything of theirs is read.
if [[ -n "${DORMER_ZDOTDIR+set}" ]]; then
	'builtin' 'export' ZDOTDIR="$DORMER_ZDOTDIR"
	'builtin' 'unset' 'DORMER_ZDOTDIR'
else
	'builtin' 'unset' 'ZDOTDIR'
fi
if [[ -o 'interactive' ]]; then
	'builtin' 'source' "${${(%):-%x}:A:h}/dormer.zsh"
fi
if [[ -r "${ZDOTDIR-$HOME}/.zshenv" ]]; then
	'builtin' 'source' "${ZDOTDIR-$HOME}/.zshenv"
fi
