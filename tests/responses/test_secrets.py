"""Secrets are found by look and by key, replaced, and never shown in a report."""

from __future__ import annotations

import re

import pytest

from toonwire.errors import ErrorCode
from toonwire.responses import NO_REDACTION, Redaction, find_secrets, redact
from toonwire.responses.secrets import KINDS

LONG = "a1B2" * 12
SECRETS = {
    "private-key": "-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----",
    "aws-key": "AKIAABCDEFGHIJKLMNOP",
    "github-token": "ghp_" + LONG,
    "gitlab-token": "glpat-" + LONG,
    "slack-token": "xoxb-1234567890-abc",
    "stripe-key": "sk_live_" + LONG,
    "api-key": "sk-ant-api03-" + LONG,
    "google-key": "AIza" + LONG,
    "sentry-token": "sntrys_" + LONG,
    "package-token": "pypi-AgE" + LONG,
    "jwt": "eyJhbGciOi.eyJzdWIiOi.sig-1",
    "authorization": "Basic " + LONG,
    "url-password": "ada:hunter2",
    "url-signature": "abcdefgh1234",
}
AROUND = {"url-password": "postgres://%s@db.example/x", "url-signature": "https://s3.example/x?a=1&X-Amz-Signature=%s"}


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_is_replaced_wherever_it_stands(kind: str) -> None:
    text = f"before {AROUND.get(kind, '%s') % SECRETS[kind]} after"
    made = redact({"rows": [{"note": text}]})
    assert made == {"rows": [{"note": text.replace(SECRETS[kind], f"[redacted:{kind}]")}]}
    assert redact(made) is made


KEYS = (
    "password DB_PASSWORD clientSecret x-api-key apiKey accessToken refresh_token Cookie set-cookie authorization token"
)
NO_KEYS = (
    "nextPageToken page_token maxTokens prompt_tokens tokenizer secretary cursor key keyword session author passed"
)


@pytest.mark.parametrize("key", [*KEYS.split(), "credentials", "password_hash", "APIKey"])
def test_a_value_under_such_a_key_is_secret(key: str) -> None:
    assert re.fullmatch(r"\[redacted:[a-z-]+\]", redact({key: "x"})[key])
    assert redact({key: {"inner": 1}})[key] != {"inner": 1}
    assert redact({key: None, "a": {key: True}}) == {key: None, "a": {key: True}}


@pytest.mark.parametrize("key", NO_KEYS.split())
def test_a_value_under_such_a_key_is_none(key: str) -> None:
    assert redact({key: "x"}) == {key: "x"}


@pytest.mark.parametrize(
    "text",
    [
        "see task-force_sk-something",
        "uuid 550e8400-e29b-41d4-a716-446655440000",
        "sha 9fceb02d0ae598e95dc970b74767f19372d61af8",
        "https://h.example:8080/a@b",
        "bearer of bad news",
        "ghp_short",
        "disk-usage-of-the-second-volume-is-high",
        "https://h.example/?token=short",
    ],
)
def test_what_only_resembles_a_secret_stays(text: str) -> None:
    assert redact({"text": text}) == {"text": text}


def test_a_report_names_the_place_and_never_the_secret() -> None:
    payload = {"a": [{"log": SECRETS["github-token"]}], SECRETS["jwt"]: {"password": "hunter2"}}
    found = find_secrets(payload)
    assert {str(problem.rule) for problem in found} == {str(ErrorCode.SECRET_FOUND)}
    assert [problem.path for problem in found] == [
        "a[0].log",
        '["[redacted:jwt]"].password',
        '["[redacted:jwt]"]',
    ]
    told = " ".join(map(str, found))
    assert not any(secret in told for secret in ("ghp_", "eyJ", "hunter2"))
    assert redact(payload) == {
        "a": [{"log": "[redacted:github-token]"}],
        "[redacted:jwt]": {"password": "[redacted:password]"},
    }


def test_two_secret_keys_stay_two_keys() -> None:
    first, second = "ghp_" + "a" * 36, "ghp_" + "b" * 36
    assert redact({first: 1, second: 2}) == {"[redacted:github-token]": 1, "[redacted:github-token]~2": 2}


def test_a_policy_of_ones_own() -> None:
    policy = Redaction(
        keys=frozenset({"ssn"}), looks={"badge": re.compile(r"\bB-\d{6}\b")}, keep=frozenset({"rows.token"})
    )
    payload = {"ssn": "1", "rows": [{"token": "t", "by": "B-123456", "password": "p"}]}
    assert redact(payload, policy) == {
        "ssn": "[redacted:value]",
        "rows": [{"token": "t", "by": "[redacted:badge]", "password": "[redacted:password]"}],
    }
    assert redact(payload, NO_REDACTION) is payload
