package main

import (
	"crypto/tls"
	"crypto/x509"
	"net"
	"testing"
)

// The address that serve prints can be opened, even if the relay listens on all addresses.
func TestOpenableAddress(t *testing.T) {
	certificate := func(names []string, ips ...net.IP) *tls.Certificate {
		return &tls.Certificate{Leaf: &x509.Certificate{DNSNames: names, IPAddresses: ips}}
	}
	for name, tt := range map[string]struct {
		at   net.IP
		c    *tls.Certificate
		want string
	}{
		"this machine":                  {net.IPv4(127, 0, 0, 1), nil, "127.0.0.1:3000"},
		"this machine, IPv6":            {net.IPv6loopback, nil, "[::1]:3000"},
		"one address":                   {net.IPv4(192, 0, 2, 1), certificate([]string{"relay.example"}), "192.0.2.1:3000"},
		"all":                           {net.IPv6unspecified, certificate([]string{"relay.example"}), "relay.example:3000"},
		"all, IPv4":                     {net.IPv4zero, certificate([]string{"relay.example"}), "relay.example:3000"},
		"all, the name of this machine": {net.IPv6unspecified, certificate([]string{"relay.example", "localhost"}), "localhost:3000"},
		"all, many names":               {net.IPv6unspecified, certificate([]string{"*.example", "a.example"}), "a.example:3000"},
		"all, an address":               {net.IPv6unspecified, certificate(nil, net.ParseIP("2001:db8::1")), "[2001:db8::1]:3000"},
		"all, no single name":           {net.IPv6unspecified, certificate([]string{"*.example"}), "localhost:3000"},
	} {
		if got := pageURL(&net.TCPAddr{IP: tt.at, Port: 3000}, tt.c); got != tt.want {
			t.Errorf("%s: %s, want %s", name, got, tt.want)
		}
	}
}
