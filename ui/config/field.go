package config

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"dormer/ui/config/located"
)

// field is a field of a [Config] that can be set from a value of the file and
// written as one.
type field struct {
	set     func(value any) error
	literal func() string
}

func text(p *string) field {
	return field{
		func(v any) (err error) {
			s, err := located.Text(v)
			if err == nil {
				*p = s
			}
			return err
		},
		func() string { return located.Quote(*p) },
	}
}

func oneOf[T ~string](p *T, all ...T) field {
	return field{
		func(v any) error {
			s, err := located.Text(v)
			if err != nil {
				return err
			}
			if slices.Contains(all, T(s)) {
				*p = T(s)
				return nil
			}
			names := make([]string, len(all))
			for i, a := range all {
				names[i] = string(a)
			}
			if best, ok := Nearest(s, names); ok {
				return fmt.Errorf("%q is not a valid value: did you mean %q?", s, best)
			}
			return fmt.Errorf("%q is not a valid value: use %s", s, strings.Join(names, ", "))
		},
		func() string { return located.Quote(string(*p)) },
	}
}

func boolField(p *bool) field {
	return field{
		func(v any) error {
			b, err := located.Bool(v)
			if err == nil {
				*p = b
			}
			return err
		},
		func() string { return strconv.FormatBool(*p) },
	}
}

func count(p *int, least, most int) field {
	return field{
		func(v any) error {
			n, ok := v.(int64)
			if !ok {
				return fmt.Errorf("%v is not a whole number", v)
			}
			if n < int64(least) || n > int64(most) {
				return fmt.Errorf("%d is not between %d and %d", n, least, most)
			}
			*p = int(n)
			return nil
		},
		func() string { return strconv.Itoa(*p) },
	}
}

func duration(p *time.Duration, least, most time.Duration) field {
	return field{
		func(v any) error {
			s, err := located.Text(v)
			if err != nil {
				return fmt.Errorf(`%v is not a time: write it like "500ms", "5m" or "1h30m"`, v)
			}
			d, err := time.ParseDuration(s)
			switch {
			case err != nil:
				return fmt.Errorf(`%q is not a time: write it like "500ms", "5m" or "1h30m"`, s)
			case d < least || d > most:
				return fmt.Errorf("%s is not between %s and %s", d, brief(least), brief(most))
			}
			*p = d
			return nil
		},
		func() string { return located.Quote(brief(*p)) },
	}
}

// brief formats a duration without parts that are zero: "5m" instead of "5m0s".
func brief(d time.Duration) string {
	s := d.String()
	if strings.HasSuffix(s, "m0s") {
		s = strings.TrimSuffix(s, "0s")
	}
	if strings.HasSuffix(s, "h0m") {
		s = strings.TrimSuffix(s, "0m")
	}
	return s
}

// units are the units of sizes, the largest first.
var units = []struct {
	name  string
	bytes int
}{{"GB", 1 << 30}, {"MB", 1 << 20}, {"KB", 1 << 10}, {"B", 1}}

func size(p *int, least, most int) field {
	return field{
		func(v any) error {
			n, err := parseSize(v)
			if err != nil {
				return err
			}
			if n < least || n > most {
				return fmt.Errorf("%v is not between %s and %s", v, written(least), written(most))
			}
			*p = n
			return nil
		},
		func() string { return located.Quote(written(*p)) },
	}
}

func parseSize(v any) (int, error) {
	if n, ok := v.(int64); ok && n >= 0 {
		return int(n), nil
	}
	wrong := fmt.Errorf(`%v is not a size: write it like "64MB"`, v)
	s, ok := v.(string)
	if !ok {
		return 0, wrong
	}
	for _, u := range units {
		number, found := strings.CutSuffix(strings.ToUpper(strings.TrimSpace(s)), u.name)
		if !found {
			continue
		}
		n, err := strconv.Atoi(strings.TrimSpace(number))
		if err != nil || n < 0 || n > math.MaxInt/u.bytes {
			return 0, wrong
		}
		return n * u.bytes, nil
	}
	return 0, wrong
}

func written(n int) string {
	for _, u := range units {
		if n%u.bytes == 0 {
			return strconv.Itoa(n/u.bytes) + u.name
		}
	}
	return strconv.Itoa(n)
}

// parts is a list of parts of the status line.
func parts(p *[]string) field {
	return field{
		func(v any) error {
			list, ok := v.([]any)
			if !ok {
				return errors.New(`it takes a list: ["{workspace}", "{directory}"]`)
			}
			var out []string
			for _, e := range list {
				s, err := located.Text(e)
				if err != nil {
					return err
				}
				if err := checkParts(s, Parts); err != nil {
					return err
				}
				out = append(out, s)
			}
			*p = out
			return nil
		},
		func() string { return located.List(*p) },
	}
}

// format is a text with some parts.
func format(p *string, parts []string) field {
	f := text(p)
	set := f.set
	f.set = func(v any) error {
		s, err := located.Text(v)
		if err == nil {
			err = checkParts(s, parts)
		}
		if err != nil {
			return err
		}
		return set(v)
	}
	return f
}

// checkParts returns an error for an unknown part in braces.
func checkParts(s string, known []string) error {
	for {
		start := strings.IndexByte(s, '{')
		if start < 0 {
			return nil
		}
		end := strings.IndexByte(s[start:], '}')
		if end < 0 {
			return fmt.Errorf("%q has no closing brace", s[start:])
		}
		part := s[start : start+end+1]
		if !slices.Contains(known, part) {
			if best, ok := Nearest(part, known); ok {
				return fmt.Errorf("unknown part %q: did you mean %q?", part, best)
			}
			return fmt.Errorf("unknown part %q: the parts are %s", part, strings.Join(known, " "))
		}
		s = s[start+end+1:]
	}
}

// roleColor is the colour of a role.
func roleColor(c *Config, r Role) field {
	return field{
		func(v any) error {
			if n, ok := v.(int64); ok {
				v = strconv.FormatInt(n, 10)
			}
			s, err := located.Text(v)
			if err != nil {
				return err
			}
			if _, err := ParseColor(s); err != nil && s != "" {
				return err
			}
			c.Theme.Colors[r] = s
			return nil
		},
		func() string { return located.Quote(c.Theme.Colors[r]) },
	}
}
