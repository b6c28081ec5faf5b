// Package freeze writes a value as bytes and reads it back into another of the same
// layout: numbers, strings, slices, arrays, maps, structs with all their fields, and
// pointers, each to a value of its own. Fields tagged `freeze:"-"` are left alone.
//
// It knows nothing of what it writes, so that a state of many parts needs no list of
// them that somebody forgets to make longer. What it refuses: interfaces, functions
// and channels, and bytes that say more than is there. Bytes that are damaged in other
// ways may give a value that was never written: guard them with a checksum.
package freeze

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"reflect"
)

// Append appends the value that v points to.
func Append(dst []byte, v any) []byte {
	return appendValue(dst, reflect.ValueOf(v).Elem())
}

// Read reads what Append wrote into the value that v points to, which has the same
// type. On an error the value is half read.
func Read(b []byte, v any) error {
	r := reader{b: b}
	r.value(reflect.ValueOf(v).Elem())
	if r.err == nil && len(r.b) > 0 {
		return fmt.Errorf("%d bytes too many", len(r.b))
	}
	return r.err
}

// Layout is a number that differs between types that are not written alike.
func Layout(v any) uint64 {
	h := fnv.New64a()
	describe(h, reflect.TypeOf(v).Elem(), map[reflect.Type]bool{})
	return h.Sum64()
}

func describe(w io.Writer, t reflect.Type, seen map[reflect.Type]bool) {
	_, _ = fmt.Fprint(w, t.Kind(), " ") // a hash takes everything
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice:
		describe(w, t.Elem(), seen)
	case reflect.Array:
		_, _ = fmt.Fprint(w, t.Len(), " ")
		describe(w, t.Elem(), seen)
	case reflect.Map:
		describe(w, t.Key(), seen)
		describe(w, t.Elem(), seen)
	case reflect.Struct:
		_, _ = fmt.Fprint(w, t.String(), " ")
		if seen[t] {
			return
		}
		seen[t] = true
		for i := range t.NumField() {
			if f := t.Field(i); written(f) {
				_, _ = fmt.Fprint(w, f.Name, " ")
				describe(w, f.Type, seen)
			}
		}
	}
}

func written(f reflect.StructField) bool { return f.Tag.Get("freeze") != "-" }

// field is field i of an addressable struct, whether exported or not.
func field(v reflect.Value, i int) reflect.Value {
	f := v.Field(i)
	return reflect.NewAt(f.Type(), f.Addr().UnsafePointer()).Elem()
}

func appendValue(dst []byte, v reflect.Value) []byte {
	switch v.Kind() {
	case reflect.Bool:
		if v.Bool() {
			return append(dst, 1)
		}
		return append(dst, 0)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return binary.AppendVarint(dst, v.Int())
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return binary.AppendUvarint(dst, v.Uint())
	case reflect.String:
		dst = binary.AppendUvarint(dst, uint64(v.Len()))
		return append(dst, v.String()...)
	case reflect.Slice:
		return appendSlice(dst, v)
	case reflect.Array:
		for i := range v.Len() {
			dst = appendValue(dst, v.Index(i))
		}
		return dst
	case reflect.Map:
		return appendMap(dst, v)
	case reflect.Pointer:
		if v.IsNil() {
			return append(dst, 0)
		}
		return appendValue(append(dst, 1), v.Elem())
	case reflect.Struct:
		for i := range v.NumField() {
			if written(v.Type().Field(i)) {
				dst = appendValue(dst, field(v, i))
			}
		}
		return dst
	}
	panic("freeze: a " + v.Kind().String() + " cannot be written")
}

func appendSlice(dst []byte, v reflect.Value) []byte {
	dst = binary.AppendUvarint(dst, uint64(v.Len()))
	if v.Type().Elem().Kind() == reflect.Uint8 {
		return append(dst, v.Bytes()...)
	}
	for i := range v.Len() {
		dst = appendValue(dst, v.Index(i))
	}
	return dst
}

func appendMap(dst []byte, v reflect.Value) []byte {
	dst = binary.AppendUvarint(dst, uint64(v.Len()))
	for it := v.MapRange(); it.Next(); {
		for _, e := range []reflect.Value{it.Key(), it.Value()} {
			addressable := reflect.New(e.Type()).Elem()
			addressable.Set(e)
			dst = appendValue(dst, addressable)
		}
	}
	return dst
}

var errShort = errors.New("bytes are missing")

type reader struct {
	b   []byte
	err error
}

// fail ends the reading.
func (r *reader) fail(err error) {
	if r.err == nil {
		r.err = err
	}
	r.b = nil
}

func (r *reader) uvarint() uint64 {
	n, size := binary.Uvarint(r.b)
	if size <= 0 {
		r.fail(errShort)
		return 0
	}
	r.b = r.b[size:]
	return n
}

func (r *reader) varint() int64 {
	n, size := binary.Varint(r.b)
	if size <= 0 {
		r.fail(errShort)
		return 0
	}
	r.b = r.b[size:]
	return n
}

// count is a number of elements, of at least a byte each.
func (r *reader) count() int {
	n := r.uvarint()
	if n > uint64(len(r.b)) {
		r.fail(errShort)
		return 0
	}
	return int(n)
}

func (r *reader) bytes() []byte {
	n := r.count()
	b := r.b[:n]
	r.b = r.b[n:]
	return b
}

func (r *reader) value(v reflect.Value) {
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(r.uvarint() != 0)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(r.varint())
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(r.uvarint())
	case reflect.String:
		v.SetString(string(r.bytes()))
	case reflect.Slice:
		r.slice(v)
	case reflect.Array:
		for i := range v.Len() {
			r.value(v.Index(i))
		}
	case reflect.Map:
		r.mapping(v)
	case reflect.Pointer:
		if v.SetZero(); r.uvarint() != 0 {
			v.Set(reflect.New(v.Type().Elem()))
			r.value(v.Elem())
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if written(v.Type().Field(i)) {
				r.value(field(v, i))
			}
		}
	default:
		r.fail(fmt.Errorf("a %s cannot be read", v.Kind()))
	}
}

func (r *reader) slice(v reflect.Value) {
	v.SetZero()
	if v.Type().Elem().Kind() == reflect.Uint8 {
		if b := r.bytes(); len(b) > 0 {
			v.SetBytes(append([]byte(nil), b...))
		}
		return
	}
	n := r.count()
	if n == 0 {
		return
	}
	v.Set(reflect.MakeSlice(v.Type(), n, n))
	for i := 0; i < n && r.err == nil; i++ {
		r.value(v.Index(i))
	}
}

func (r *reader) mapping(v reflect.Value) {
	n := r.count()
	v.Set(reflect.MakeMapWithSize(v.Type(), n))
	for ; n > 0 && r.err == nil; n-- {
		key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		r.value(key)
		r.value(value)
		v.SetMapIndex(key, value)
	}
}
