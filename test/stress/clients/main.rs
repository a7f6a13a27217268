//! Calls a running server by the generated client.
mod stoa;

use stoa::{ApiOpError, GetCardApiError, HttpClient, LoginRequest, NewCard};

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let variable = |name: &str| std::env::var(name).unwrap();
    let nobody = HttpClient::new().with_base_url(variable("STOA_URL"));
    let credentials = LoginRequest { email: variable("STOA_EMAIL"), password: variable("STOA_PASSWORD") };
    let token = nobody.login(credentials).await.unwrap();
    let client = HttpClient::new().with_base_url(variable("STOA_URL")).with_api_key(token.access_token);
    let card = NewCard::new("Billing by Rust".into(), "Application".into());
    let none = None::<&str>;
    let created = client.create_card(none, None, none, none, none, card).await.unwrap();
    let found = client.get_card(created.id.to_string(), none, none, none, none).await.unwrap();
    let Err(ApiOpError::Api(missing)) = client.get_card(uuid::Uuid::nil().to_string(), none, none, none, none).await else {
        panic!("A card that does not exist was found");
    };
    let explained = matches!(missing.typed, Some(GetCardApiError::Status404(_)));
    println!(r#"{{"name":"{}","missing":{},"explained":{explained}}}"#, found.name, missing.status);
}
