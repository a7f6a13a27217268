// Command main calls a running server by the generated client.
package main

import (
	"context"
	"encoding/json"
	"net/http"
	"os"

	"stoa/client/stoa"

	"github.com/google/uuid"
	"github.com/oapi-codegen/runtime/types"
)

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func main() {
	ctx := context.Background()
	url := os.Getenv("STOA_URL")
	nobody := must(stoa.NewClientWithResponses(url))
	login := must(nobody.LoginWithResponse(ctx, stoa.LoginJSONRequestBody{
		Email: types.Email(os.Getenv("STOA_EMAIL")), Password: os.Getenv("STOA_PASSWORD"),
	}))
	bearer := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+login.JSON200.AccessToken)
		return nil
	}
	client := must(stoa.NewClientWithResponses(url, stoa.WithRequestEditorFn(bearer)))
	created := must(client.CreateCardWithResponse(ctx, nil, stoa.NewCard{Type: "Application", Name: "Billing by Go"}))
	found := must(client.GetCardWithResponse(ctx, created.JSON201.Id, nil))
	missing := must(client.GetCardWithResponse(ctx, uuid.New(), nil))
	_ = json.NewEncoder(os.Stdout).Encode(map[string]any{
		"name": found.JSON200.Name, "missing": missing.StatusCode(), "explained": missing.JSON404 != nil,
	})
}
