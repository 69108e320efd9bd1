#!/usr/bin/python3
"""The Python package: python_package.py LIBRARY SOURCE. Prints TAP. Needs numpy."""
import os
import subprocess
import sys
import traceback
from pathlib import Path

LIBRARY, SOURCE = os.path.abspath(sys.argv[1]), Path(sys.argv[2]).resolve()
os.environ["FLIBUSTE_LIBRARY"] = LIBRARY
sys.path.insert(0, str(SOURCE / "python"))

import flibuste  # noqa: E402

before_numpy = "numpy" in sys.modules
import numpy as np  # noqa: E402

RECORDS = SOURCE / "tests/golden/records"
cases = []


def case(function):
    cases.append(function)
    return function


def raises(kind, function, *arguments, says="", **more):
    try:
        function(*arguments, **more)
    except kind as error:
        assert says in str(error), f"{says!r} is not in {error!r}"
        return
    raise AssertionError(f"{kind.__name__} was expected")


@case
def imports_without_numpy():
    assert not before_numpy


@case
def lists_games_options_and_agents():
    assert flibuste.games() == ["mille-sabords", "corsaires", "buccaneer", "pirates-en-duel", "aux-sabords"]
    game = flibuste.Game("mille-sabords")
    assert game.options["target"] == ["6000", "5000", "8000"] and "greedy" in game.agents
    assert game.title("fr").startswith("Mille Sabords") and list(game.seats) == [2, 3, 4, 5]
    assert game.read(game.spell(0x103)) == 0x103


@case
def replays_golden_records():
    for path in sorted(RECORDS.glob("*.txt")):
        text = path.read_text()
        match = flibuste.Match.from_record(text)
        assert f"{match.hash:016x}" == text.split()[-1], path.name
        assert match.record() == text, path.name


@case
def plays_every_game_by_agents():
    for name in flibuste.games():
        match, agent = flibuste.Match(name, seed=3), flibuste.Agent(name, "greedy")
        while not match.over:
            match.play(agent.choose(match.sight()))
        assert match.winners and len(match.scores) == match.seats and match.dice() == "other"
        again = flibuste.Match.from_record(match.record())
        assert again.hash == match.hash and again.steps == match.steps


@case
def keeps_secrets():
    match = flibuste.Match("corsaires", seats=3, seed=1)
    raises(flibuste.Hidden, match.sight, flibuste.TRUTH)
    partial = flibuste.Match.from_record(match.record(viewer=1))
    raises(flibuste.Hidden, partial.sight, 0)
    raises(flibuste.Hidden, partial.record)
    raises(flibuste.Hidden, match.analyse)
    assert any(move is None for _, move in partial.steps)


@case
def raises_typed_exceptions():
    raises(flibuste.BadSetup, flibuste.Game, "chess", says="mille-sabords")
    raises(flibuste.BadSetup, flibuste.Match, "corsaires", seats=12, says="2 to 8 players, not 12")
    raises(flibuste.BadSetup, flibuste.Match, "mille-sabords", target=7, says="target=6000|5000|8000")
    raises(flibuste.BadSetup, flibuste.Agent, "corsaires", "zorro", says="greedy")
    raises(flibuste.BadSetup, flibuste.VectorEnv, "corsaires", 0, says="1 to 1048576 games")
    raises(flibuste.BadSetup, flibuste.VectorEnv, "corsaires", 1, threads=0, says="1 to 256 threads")
    raises(flibuste.BadRecord, flibuste.Match.from_record, "flibuste-record 1\ngame chess 1\n", says="chess")
    match = flibuste.Match("mille-sabords", first=1)
    raises(flibuste.IllegalMove, match.play, "stop")
    raises(flibuste.IllegalMove, match.play, -1)
    raises(flibuste.IllegalMove, match.play, "card", 1)
    raises(flibuste.IllegalMove, match.game.read, "dance")
    assert match.sight().why_not(match.game.read("stop"))
    environment = flibuste.VectorEnv("corsaires", 4)
    raises(flibuste.IllegalMove, environment.step, np.full(4, 624), says="row 0")
    raises(flibuste.IllegalMove, environment.step, np.array([0, 0, -1, 0]), says="row 2")
    raises(flibuste.BadSetup, environment.step, np.zeros(3, np.uint16), says="4 whole numbers")
    raises(flibuste.BadSetup, environment.step, np.zeros(4), says="4 whole numbers")


@case
def rolls_dice_of_the_caller():
    match = flibuste.Match("mille-sabords", seed=None, first=1)
    match.play("card")
    assert match.mover == flibuste.CHANCE and sum(match.chances().values()) == 35
    match.play("coin", flibuste.CHANCE)
    match.undo(0)
    assert match.mover == 0


@case
def hints_searches_and_analyses():
    match = flibuste.Match("corsaires", seats=2, seed=5)
    sight = match.sight()
    moves, reason = sight.hint(playouts=300)
    assert moves[0][0] in sight.legal and 0 <= moves[0][1] <= 1 and reason
    found = sight.search(playouts=300)
    assert found[0][0] in sight.legal and abs(sum(found[0][2]) - 1) < 0.01
    assert sight.prompt("fr") and sight.say(sight.legal[0]) and sight.view()["viewer"] == 1 + match.mover
    over = flibuste.Match.from_record((RECORDS / "buccaneer-3.txt").read_text())
    assert over.analyse(playouts=16)


@case
def subsets_have_enough_elements():
    match, rng = flibuste.Match("mille-sabords", seed=2), flibuste.Rng(2)
    for _ in range(150):
        sight = match.sight()
        for subset in sight.view()["subsets"]:
            assert subset["min"] <= subset["max"] <= len(subset["elements"]), subset
        match.play(sight.legal[rng.below(len(sight.legal))])


def rows_of(environment):
    return [array.copy() for array in (environment.seat, environment.observation, environment.mask, environment.done,
                                       environment.reward, environment.score, environment.length)]


@case
def environments_do_not_copy_or_depend_on_threads():
    for name in flibuste.games():
        one, two = flibuste.VectorEnv(name, 100, seed=4), flibuste.VectorEnv(name, 100, seed=4, threads=3)
        addresses = [one.observation.ctypes.data, one.mask.ctypes.data]
        for _ in range(60):
            actions = one.sample().copy()
            assert (actions == two.sample()).all()
            assert one.mask[np.arange(100), actions].all()
            one.step(actions)
            two.step(two._actions)
        assert all((a == b).all() for a, b in zip(rows_of(one), rows_of(two)))
        assert addresses == [one.observation.ctypes.data, one.mask.ctypes.data]
        one.reset(4)
        first = rows_of(one)
        two.reset(4)
        assert all((a == b).all() for a, b in zip(first, rows_of(two)))


@case
def environments_describe_each_decision():
    environment = flibuste.VectorEnv("buccaneer", 3, seed=9)
    for _ in range(200):
        environment.step(environment.legal[:, 0])
        assert (environment.mask.sum(axis=1) == environment.count).all()
        assert (environment.observation[:, 0] == environment.seat).all()
        assert abs(environment.reward.sum(axis=1)).max() < 1e-6
        assert ((environment.score != 0).any(axis=1) <= (environment.done > 0)).all()


@case
def arrays_outlive_the_environment():
    observation = flibuste.VectorEnv("corsaires", 8, seed=1).observation
    assert observation.sum() == flibuste.VectorEnv("corsaires", 8, seed=1).observation.sum()
    raises(ValueError, observation.__setitem__, 0, 1)


@case
def follows_the_contract_of_an_agent_environment_cycle():
    """What PettingZoo's api_test checks."""
    for name in flibuste.games():
        env = flibuste.env(name)
        for seed in (1, 2):
            env.reset(seed=seed)
            assert env.agents == env.possible_agents and env.num_agents == env.max_num_agents
            assert env.agent_selection in env.agents
            rng, returns, has_ended = np.random.default_rng(seed), dict.fromkeys(env.agents, 0.0), False
            for count, agent in enumerate(env.agent_iter()):
                assert agent == env.agent_selection and agent in env.agents
                assert set(env.rewards) == set(env.terminations) == set(env.truncations) == set(env.infos) == set(env.agents)
                observation, reward, terminated, truncated, info = env.last()
                returns[agent] += reward
                shape, dtype = env.observation_space(agent)["observation"]
                assert observation["observation"].shape == shape and observation["observation"].dtype == dtype
                assert observation["action_mask"].shape == (env.action_space(agent),) and isinstance(info, dict)
                if terminated or truncated:
                    has_ended = True
                    raises(ValueError, env.step, 0)
                    env.step(None)
                    continue
                assert not has_ended and observation["action_mask"].any()
                if count > 400:
                    break
                env.step(rng.choice(np.flatnonzero(observation["action_mask"])))
            if has_ended:
                assert not env.agents and abs(sum(returns.values())) < 1e-9 and max(returns.values()) > 0
        raises(NotImplementedError, env.state)
        env.close()


@case
def an_example_learns():
    """A short run; the complete one takes one or two minutes (python/README.md)."""
    picture = Path(os.environ.get("TMPDIR", "/tmp"), f"flibuste-learning-{os.getpid()}.svg")
    done = subprocess.run([sys.executable, SOURCE / "python/examples/train.py", "--seconds", "1", "--svg", picture],
                          env={**os.environ, "PYTHONPATH": str(SOURCE / "python")}, capture_output=True, text=True)
    assert done.returncode == 0 and "wins in 1024 games" in done.stdout, done.stderr
    assert picture.read_text().startswith("<svg")
    picture.unlink()


failures = 0
print(f"1..{len(cases)}")
for number, one in enumerate(cases, 1):
    try:
        one()
        print(f"ok {number} - {one.__name__.replace('_', ' ')}")
    except Exception:
        failures += 1
        print(f"not ok {number} - {one.__name__.replace('_', ' ')}")
        print("\n".join("# " + line for line in traceback.format_exc().splitlines()))
sys.exit(1 if failures else 0)
