# dormer: an interactive bash says where its prompts and commands are.
# Nothing here writes to a file; DORMER_SHELL_INTEGRATION=off keeps it away.

if [ -n "${DORMER_BASH_POSIX-}" ]; then
	# A login shell, started with --posix so that it reads this instead of its own
	# files. From here on it is what it would have been.
	builtin unset DORMER_BASH_POSIX DORMER_BASH_SCRIPT ENV
	builtin set +o posix
	builtin shopt -u inherit_errexit 2>/dev/null
	if [ -n "${DORMER_BASH_ENV+set}" ]; then
		builtin export ENV="$DORMER_BASH_ENV"
		builtin unset DORMER_BASH_ENV
	fi
	if [ "${HISTFILE-}" = "$HOME/.sh_history" ]; then
		HISTFILE=$HOME/.bash_history
	fi
	if [ -r /etc/profile ]; then
		. /etc/profile
	fi
	if [ -r "$HOME/.bash_profile" ]; then
		. "$HOME/.bash_profile"
	elif [ -r "$HOME/.bash_login" ]; then
		. "$HOME/.bash_login"
	elif [ -r "$HOME/.profile" ]; then
		. "$HOME/.profile"
	fi
elif [ -r "$HOME/.bashrc" ]; then
	. "$HOME/.bashrc"
fi

# The files above may have set PATH anew: dormer is found in a pane all the same.
if [[ $- != *r* && -n ${DORMER_BIN-} && -n ${PATH-} ]] && ! builtin type dormer >/dev/null 2>&1; then
	PATH=$PATH:$DORMER_BIN
fi

# Who speaks already is not spoken over: what the start-up files defined is looked
# through once, before anything of ours is there.
__dormer_others() {
	local IFS=' '
	case "$(builtin declare -f)${PS0-}${PS1-}${PROMPT_COMMAND[*]-}" in
	*133\;[ABCD]*) builtin return 0 ;;
	esac
	builtin return 1
}

# Its argument is the user's DEBUG trap, which functions do not see.
__dormer_begin() {
	# PS0 came with bash 4.4; restricted and non-interactive shells are left alone.
	case $- in
	*r*) builtin return ;;
	*i*) ;;
	*) builtin return ;;
	esac
	if ((BASH_VERSINFO[0] * 100 + BASH_VERSINFO[1] < 404)) || __dormer_others; then
		builtin return
	fi
	local osc=$'\e]133'
	__dormer_a="\\[$osc;A"$'\a\\]'
	__dormer_b="\\[$osc;B"$'\a\\]'
	__dormer_c="$osc;C"$'\a'
	__dormer_d="$osc;D;"
	# The expansion is empty and notes that a command runs.
	__dormer_c+='${PS1:$((__dormer_ran=1,0)):0}'
	__dormer_ran=0 __dormer_pwd= __dormer_url= __dormer_wrapped=0
	# A DEBUG trap times commands by what runs after it was told of the prompt: with
	# one nothing is run after the user's own hooks.
	__dormer_after=1
	if [[ -n ${1-} ]]; then
		__dormer_after=0
	fi
	__dormer_array=0 __dormer_user=
	# bash-preexec calls functions before each prompt. It takes the first of
	# PROMPT_COMMAND for the whole and would make its hooks anew each time.
	if [[ -n ${bash_preexec_imported-}${__bp_imported-} ]]; then
		__dormer_after=0
		precmd_functions=(__dormer_precmd "${precmd_functions[@]}")
		builtin return
	fi
	if ((BASH_VERSINFO[0] * 100 + BASH_VERSINFO[1] >= 501)); then
		__dormer_array=1
	fi
	__dormer_hook
}

# The hooks: one before the user's, for the exit status as it was, one after them,
# for the prompt as they made it.
__dormer_hook() {
	builtin export -n PROMPT_COMMAND 2>/dev/null
	if ((__dormer_array)); then
		local hook
		local -a hooks=(__dormer_precmd)
		# A text that is assigned takes the place of the text before it, which has
		# moved on to make room: the files were read again.
		if [[ -n $__dormer_user && ${PROMPT_COMMAND[0]-} != *__dormer_precmd* && ${PROMPT_COMMAND[1]-} == "$__dormer_user" ]]; then
			builtin unset 'PROMPT_COMMAND[1]'
		fi
		for hook in "${PROMPT_COMMAND[@]}"; do
			case $hook in
			'' | __dormer_precmd | __dormer_prompt) ;;
			*) hooks+=("$hook") ;;
			esac
		done
		__dormer_user=
		if ((${#hooks[@]} == 2)); then
			__dormer_user=${hooks[1]}
		fi
		if ((__dormer_after)); then
			hooks+=(__dormer_prompt)
		fi
		PROMPT_COMMAND=("${hooks[@]}")
		builtin return 0
	fi
	PROMPT_COMMAND=$'__dormer_precmd\n'"${PROMPT_COMMAND-}"
	if ((__dormer_after)); then
		PROMPT_COMMAND+=$'\n__dormer_prompt'
	fi
	builtin return 0
}

__dormer_precmd() {
	local code=$?
	if ((__dormer_ran)); then
		__dormer_ran=0
		builtin printf '%s%s\a' "$__dormer_d" "$code"
	fi
	if ((!__dormer_after)); then
		__dormer_prompt
	fi
	if ((__dormer_array)); then
		builtin return 0
	fi
	case $- in
	*e*) builtin return 0 ;;
	esac
	builtin return "$code"
}

__dormer_prompt() {
	case ${PS1-} in
	*"$__dormer_a"*) ;;
	*133\;A*) __dormer_end; builtin return 0 ;;
	*)
		if ((!__dormer_after && __dormer_wrapped)); then
			# Another hook makes the prompt anew each time, after this one.
			builtin printf '%s;A\a' $'\e]133'
		fi
		PS1=$__dormer_a${PS1-}$__dormer_b
		__dormer_wrapped=1
		;;
	esac
	if builtin shopt -q promptvars; then
		case ${PS0-} in
		*"$__dormer_c"*) ;;
		*) PS0=$__dormer_c${PS0-} ;;
		esac
	fi
	if [[ $PWD != "$__dormer_pwd" ]]; then
		__dormer_escape
	fi
	builtin printf '\e]7;file://%s%s\a' "${HOSTNAME-}" "$__dormer_url"
	if ((__dormer_array)) && [[ ${PROMPT_COMMAND[0]-} != __dormer_precmd ]]; then
		__dormer_hook
	fi
	builtin return 0
}

# The working directory as it may stand in a URL, byte by byte.
__dormer_escape() {
	local LC_ALL=C i c out=
	for ((i = 0; i < ${#PWD}; i++)); do
		c=${PWD:i:1}
		case $c in
		[a-zA-Z0-9/._~-]) out+=$c ;;
		*)
			builtin printf -v c '%d' "'$c"
			builtin printf -v c '%%%02X' "$((c & 255))"
			out+=$c
			;;
		esac
	done
	__dormer_pwd=$PWD __dormer_url=$out
}

# Somebody else began to speak: everything of ours is taken back.
__dormer_end() {
	local hook
	local -a hooks=()
	if ((__dormer_array)); then
		for hook in "${PROMPT_COMMAND[@]}"; do
			case $hook in
			__dormer_precmd | __dormer_prompt) ;;
			*) hooks+=("$hook") ;;
			esac
		done
		PROMPT_COMMAND=("${hooks[@]}")
	else
		PROMPT_COMMAND=${PROMPT_COMMAND#__dormer_precmd}
		PROMPT_COMMAND=${PROMPT_COMMAND%__dormer_prompt}
	fi
	for hook in "${!precmd_functions[@]}"; do
		if [[ ${precmd_functions[hook]} == __dormer_precmd ]]; then
			builtin unset "precmd_functions[hook]"
		fi
	done
	PS1=${PS1//"$__dormer_a"/}
	PS1=${PS1//"$__dormer_b"/}
	PS0=${PS0//"$__dormer_c"/}
}

__dormer_begin "$(builtin trap -p DEBUG)"
builtin unset -f __dormer_begin __dormer_others
