package relay

import (
	"encoding/json"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// schemaOf is the description of an object.
type schemaOf struct {
	Ref        string              `json:"$ref"`
	Type       string              `json:"type"`
	Format     string              `json:"format"`
	Required   []string            `json:"required"`
	Properties map[string]schemaOf `json:"properties"`
	Items      *schemaOf           `json:"items"`
}

type content struct {
	Content map[string]struct {
		Schema schemaOf `json:"schema"`
	} `json:"content"`
}

func (c content) schema() string {
	return strings.TrimPrefix(c.Content["application/json"].Schema.Ref, "#/components/schemas/")
}

type operation struct {
	Security    *[]any             `json:"security"`
	RequestBody *content           `json:"requestBody"`
	Responses   map[string]content `json:"responses"`
	Parameters  []struct {
		Name, In string
	}
}

// bodies are the types of the bodies of each endpoint: of the request, nil for none, and of the
// response.
var bodies = map[string][2]any{
	"POST /login":                 {LoginRequest{}, LoginResponse{}},
	"POST /logout":                {nil, LogoutResponse{}},
	"GET /openapi.json":           {nil, nil},
	"GET /sessions":               {nil, ListResponse{}},
	"POST /sessions":              {CreateRequest{}, CreateResponse{}},
	"GET /sessions/{id}":          {nil, Listed{}},
	"POST /sessions/{id}/resume":  {nil, StatusResponse{}},
	"POST /sessions/{id}/archive": {nil, StatusResponse{}},
	"POST /sessions/{id}/cancel":  {CancelRequest{}, StatusResponse{}},
	"POST /sessions/{id}/prompt":  {PromptRequest{}, PromptResponse{}},
}

// The description has exactly the routes, methods, statuses and fields of the handlers.
func TestDescription(t *testing.T) {
	var doc struct {
		Paths      map[string]map[string]operation
		Components struct{ Schemas map[string]schemaOf }
	}
	if err := json.Unmarshal(openapi, &doc); err != nil {
		t.Fatal(err)
	}
	described := map[string]operation{}
	for path, methods := range doc.Paths {
		for method, o := range methods {
			described[strings.ToUpper(method)+" "+path] = o
		}
	}
	used := map[string]bool{"Failure": true}
	check := func(where, name string, body any) {
		if body == nil {
			if name != "" {
				t.Errorf("%s: %s is described but does not exist", where, name)
			}
			return
		}
		kind := reflect.TypeOf(body)
		if kind.Name() != name {
			t.Errorf("%s is described as %q but is a %s", where, name, kind.Name())
			return
		}
		used[name] = true
		checkSchema(t, doc.Components.Schemas, used, name, kind)
	}
	for _, e := range routes {
		name := e.method + " " + e.path
		o, ok := described[name]
		if !ok {
			t.Errorf("%s is not described", name)
			continue
		}
		delete(described, name)
		if open := o.Security != nil && len(*o.Security) == 0; open != e.open {
			t.Errorf("%s: needs no token: %v, described: %v", name, e.open, open)
		}
		if hasID := slices.ContainsFunc(o.Parameters, func(p struct{ Name, In string }) bool { return p.Name == "id" && p.In == "path" }); hasID != strings.Contains(e.path, "{id}") {
			t.Errorf("%s: its id is described: %v", name, hasID)
		}
		success, ok := o.Responses[strconv.Itoa(e.status)]
		if !ok || len(o.Responses) != 2 || o.Responses["default"].schema() != "Failure" {
			t.Errorf("%s answers %d, described: %v", name, e.status, slices.Collect(maps.Keys(o.Responses)))
		}
		want, known := bodies[name]
		if !known {
			t.Errorf("%s: the test does not know its bodies", name)
		}
		request := ""
		if o.RequestBody != nil {
			request = o.RequestBody.schema()
		}
		check(name+", request", request, want[0])
		check(name+", response", success.schema(), want[1])
	}
	for name := range described {
		t.Errorf("%s is described but does not exist", name)
	}
	checkSchema(t, doc.Components.Schemas, used, "Failure", reflect.TypeOf(Failure{}))
	for name := range doc.Components.Schemas {
		if !used[name] {
			t.Errorf("schema %s is described but not used", name)
		}
	}
}

// checkSchema compares a schema with the type that it describes.
func checkSchema(t *testing.T, all map[string]schemaOf, used map[string]bool, name string, kind reflect.Type) {
	t.Helper()
	schema := all[name]
	var members, always []string
	for i := range kind.NumField() {
		f := kind.Field(i)
		member, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		members = append(members, member)
		if options == "" {
			always = append(always, member)
		}
		p := schema.Properties[member]
		want := map[reflect.Kind]string{reflect.String: "string", reflect.Bool: "boolean", reflect.Int: "integer", reflect.Int64: "integer", reflect.Slice: "array"}[f.Type.Kind()]
		if f.Type == reflect.TypeFor[time.Time]() {
			want = "string"
			if p.Format != "date-time" {
				t.Errorf("%s.%s is a time, described as %q", name, member, p.Format)
			}
		}
		if p.Type != want {
			t.Errorf("%s.%s is a %s, described as %q", name, member, f.Type, p.Type)
		}
		if f.Type.Kind() == reflect.Slice && p.Items != nil {
			inner := strings.TrimPrefix(p.Items.Ref, "#/components/schemas/")
			used[inner] = true
			if inner != f.Type.Elem().Name() {
				t.Errorf("%s.%s is a list of %s, described as %s", name, member, f.Type.Elem(), inner)
			}
			checkSchema(t, all, used, inner, f.Type.Elem())
		}
	}
	described := slices.Collect(maps.Keys(schema.Properties))
	slices.Sort(described)
	slices.Sort(members)
	if !slices.Equal(described, members) {
		t.Errorf("%s has the members %v, described: %v", name, members, described)
	}
	if strings.HasSuffix(name, "Request") { // the description decides which fields are optional
		return
	}
	required := slices.Clone(schema.Required)
	slices.Sort(required)
	slices.Sort(always)
	if !slices.Equal(required, always) {
		t.Errorf("%s always has %v, described: %v", name, always, required)
	}
}

// The mux has each route with its method only.
func TestRoutesAreServed(t *testing.T) {
	s := serve(t, newWorld(t, newBackend(), Disconnect{}), ServerOptions{})
	for _, e := range routes {
		other := http.MethodPut
		if response, _ := s.ask(other, e.path, s.full, "", nil); response.status != http.StatusMethodNotAllowed {
			t.Errorf("%s %s: %d", other, e.path, response.status)
		}
	}
}
