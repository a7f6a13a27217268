"""Calls a running server by the generated client."""

import json
import os
from uuid import uuid4

from stoa import AuthenticatedClient, Client
from stoa.api.auth import login
from stoa.api.cards import create_card, get_card
from stoa.models import LoginBody, NewCard, Problem

url = os.environ["STOA_URL"]
credentials = LoginBody(email=os.environ["STOA_EMAIL"], password=os.environ["STOA_PASSWORD"])
token = login.sync(client=Client(base_url=url), body=credentials)
client = AuthenticatedClient(base_url=url, token=token.access_token)
created = create_card.sync(client=client, body=NewCard(type_="Application", name="Billing by Python"))
found = get_card.sync(created.id, client=client)
missing = get_card.sync_detailed(uuid4(), client=client)
explained = isinstance(missing.parsed, Problem)
print(json.dumps({"name": found.name, "missing": missing.status_code, "explained": explained}))
