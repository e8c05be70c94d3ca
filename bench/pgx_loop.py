"""Random play of pgx's games, for the benchmarks that compare ours with them."""

from __future__ import annotations

import os
from typing import Any

import timing


def pgx(name: str, n: int, steps: int) -> timing.Run:
    """Play a game of pgx on the device that JAX finds, n at a time, each begun again when it is over, the whole loop compiled."""
    os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
    import jax
    import jax.numpy as jnp
    import pgx as library
    from pgx.experimental import auto_reset

    env = library.make(name)
    step = jax.vmap(auto_reset(env.step, env.init))

    def one(carry: Any, _: Any) -> Any:
        state, key = carry
        key, choosing, restarting = jax.random.split(key, 3)
        action = jax.random.categorical(choosing, jnp.where(state.legal_action_mask, 0.0, -1e9), axis=-1)
        return (step(state, action, jax.random.split(restarting, n)), key), None

    many = jax.jit(lambda carry: jax.lax.scan(one, carry, None, length=steps)[0])
    carry = (jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.key(0), n)), jax.random.key(1))

    def run() -> timing.Measured:
        nonlocal carry
        start = timing.now()
        carry = many(carry)
        jax.block_until_ready(carry[0].rewards)
        return steps * n, timing.now() - start

    return run
