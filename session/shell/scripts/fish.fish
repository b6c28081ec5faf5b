# dormer: an interactive fish says where its prompts and commands are.
# Nothing here writes to a file; DORMER_SHELL_INTEGRATION=off keeps it away.

# The directory that led here is taken out again, unless it was not dormer that
# put it there.
if set -q DORMER_XDG_DATA_DIRS
    set -gx XDG_DATA_DIRS $DORMER_XDG_DATA_DIRS
    set -e DORMER_XDG_DATA_DIRS
else
    set -e XDG_DATA_DIRS
end

# The user's files may set PATH anew: dormer is found in a pane all the same.
function __dormer_path --on-event fish_prompt
    functions -e __dormer_path
    set -q DORMER_BIN; and not type -q dormer; and set -gx PATH $PATH $DORMER_BIN
end

# fish 4 speaks by itself.
status is-interactive; and test (string split . -- $version)[1] -lt 4; or return 0

# What the user's files define is only known at the first prompt.
function __dormer_begin --on-event fish_prompt
    functions -e __dormer_begin
    string match -q '*133;A*' -- (functions fish_prompt fish_right_prompt 2>/dev/null | string collect); and return
    functions -q __ghostty_mark_prompt_start __ksi_mark_prompt_start __wezterm_mark_prompt_start __iterm2_preexec; and return

    function __dormer_prompt --on-event fish_prompt
        set -l last $status
        printf '\e]133;A\a\e]7;file://%s%s\a' $hostname (string escape --style=url -- $PWD)
        return $last
    end
    function __dormer_preexec --on-event fish_preexec
        printf '\e]133;C;cmdline_url=%s\a' (string sub -l 2048 -- "$argv" | string collect | string escape --style=url)
    end
    function __dormer_postexec --on-event fish_postexec
        printf '\e]133;D;%s\a' $status
    end
    __dormer_prompt
end
