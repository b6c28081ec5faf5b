# dormer: an interactive zsh says where its prompts and commands are.
# Nothing here writes to a file; DORMER_SHELL_INTEGRATION=off keeps it away.

# What the user's files define is only known at the first prompt.
'builtin' 'typeset' '-ga' 'precmd_functions'
precmd_functions+=(_dormer_begin)

_dormer_begin() {
	'builtin' 'emulate' '-L' 'zsh'
	precmd_functions=(${precmd_functions:#_dormer_begin})
	# The user's files may have set PATH anew: dormer is found in a pane all the same.
	if [[ ! -o 'restricted' && -n ${DORMER_BIN-} && -n ${PATH-} ]] && ! 'builtin' 'whence' 'dormer' >/dev/null; then
		PATH=$PATH:$DORMER_BIN
	fi
	if ! _dormer_others; then
		'builtin' 'typeset' '-g' _dormer_osc=$'\e]133' _dormer_ran=0
		'builtin' 'typeset' '-g' _dormer_a="%{$_dormer_osc;A"$'\a%}' _dormer_b="%{$_dormer_osc;B"$'\a%}'
		'builtin' 'typeset' '-ga' 'preexec_functions'
		precmd_functions=(_dormer_precmd $precmd_functions _dormer_prompt)
		preexec_functions+=(_dormer_preexec)
		_dormer_prompt
	fi
	'builtin' 'unfunction' '_dormer_begin' '_dormer_others'
}

# Who speaks already is not spoken over.
_dormer_others() {
	'builtin' 'emulate' '-L' 'zsh'
	'builtin' 'zmodload' 'zsh/parameter' || 'builtin' 'return' 0
	'builtin' 'local' name
	for name in ${(k)functions}; do
		case $name in
		_dormer_*) ;;
		# Powerlevel10k can, and does where it is asked to.
		_p9k* | p10k*) ;;
		*) [[ $functions[$name] == *133\;[ABCD]* ]] && 'builtin' 'return' 0 ;;
		esac
	done
	[[ ${PS1-} == *133\;[ABCD]* || ${POWERLEVEL9K_TERM_SHELL_INTEGRATION-} == true ]]
}

_dormer_precmd() {
	'builtin' 'local' code=$?
	'builtin' 'emulate' '-L' 'zsh'
	if [[ ${PROMPT_EOL_MARK-} == "%{$_dormer_osc;D;"* ]]; then
		if (( ${+_dormer_eol} )); then
			PROMPT_EOL_MARK=$_dormer_eol
		else
			'builtin' 'unset' 'PROMPT_EOL_MARK'
		fi
	fi
	if (( _dormer_ran )); then
		_dormer_ran=0
		'builtin' 'print' '-rn' '--' "$_dormer_osc;D;$code"$'\a'
	fi
	'builtin' 'return' $code
}

# The prompt as the hooks of others have made it.
_dormer_prompt() {
	'builtin' 'local' code=$?
	'builtin' 'emulate' '-L' 'zsh'
	if [[ ${PS1-} != *"$_dormer_a"* ]]; then
		if [[ ${PS1-} == *133\;A* ]]; then
			precmd_functions=(${precmd_functions:#_dormer_p*})
			preexec_functions=(${preexec_functions:#_dormer_p*})
			'builtin' 'return' $code
		fi
		PS1=$_dormer_a${PS1-}$_dormer_b
	fi
	if [[ ${precmd_functions[-1]-} != _dormer_prompt ]]; then
		precmd_functions=(${precmd_functions:#_dormer_prompt} _dormer_prompt)
	fi
	_dormer_escape "$PWD"
	'builtin' 'print' '-rn' '--' $'\e]7;file://'"${HOST-}$_dormer_escaped"$'\a'
	'builtin' 'return' $code
}

_dormer_preexec() {
	'builtin' 'emulate' '-L' 'zsh'
	_dormer_ran=1
	# Before it calls any hook, zsh completes a last line without a newline by a sign
	# and blanks. Until then the end of the command is said with that sign.
	if [[ ${(t)PROMPT_EOL_MARK-} != *export* ]]; then
		'builtin' 'unset' '_dormer_eol'
		if (( ${+PROMPT_EOL_MARK} )); then
			'builtin' 'typeset' '-g' _dormer_eol=$PROMPT_EOL_MARK
		fi
		'builtin' 'typeset' '-g' PROMPT_EOL_MARK="%{$_dormer_osc;D;%?"$'\a%}'${PROMPT_EOL_MARK-%B%S%#%s%b}
	fi
	_dormer_escape "${1[1,2048]}"
	'builtin' 'print' '-rn' '--' "$_dormer_osc;C;cmdline_url=$_dormer_escaped"$'\a'
}

# Text as it may stand in a URL, byte by byte.
_dormer_escape() {
	'builtin' 'emulate' '-L' 'zsh'
	'builtin' 'setopt' 'nomultibyte'
	'builtin' 'local' 'LC_ALL=C' text=$1 out= c
	'builtin' 'local' '-i' i
	for (( i = 1; i <= $#text; i++ )); do
		c=$text[i]
		case $c in
		[a-zA-Z0-9/._~-]) out+=$c ;;
		*)
			'builtin' 'printf' '-v' c '%d' "'$c"
			'builtin' 'printf' '-v' c '%%%02X' $(( c & 255 ))
			out+=$c
			;;
		esac
	done
	'builtin' 'typeset' '-g' _dormer_escaped=$out
}
