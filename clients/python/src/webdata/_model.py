"""Base class of all models."""

from __future__ import annotations

from typing import Any

from pydantic import (
    BaseModel,
    ConfigDict,
    ValidationError,
    ValidatorFunctionWrapHandler,
    WrapValidator,
)


def _accept_new_values(value: Any, handler: ValidatorFunctionWrapHandler) -> Any:
    try:
        return handler(value)
    except ValidationError:
        if isinstance(value, str):
            return value
        raise


ACCEPT_NEW_VALUES = WrapValidator(_accept_new_values)
"""Accepts values of an enumeration that a newer service has added."""


class Model(BaseModel):
    """Model of a response. Fields that this version of the client does not know are kept."""

    model_config = ConfigDict(
        extra="allow", populate_by_name=True, protected_namespaces=(), defer_build=True
    )

    def to_dict(self) -> dict[str, Any]:
        """Returns the JSON object that the service sent."""
        return self.model_dump(mode="json", by_alias=True, exclude_unset=True)
