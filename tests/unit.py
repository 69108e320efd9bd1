#!/usr/bin/python3
"""Rates the systemd unit as systemd-analyze does: unit.py SYSTEMD_ANALYZE SOURCE. Prints TAP.

0 is the least exposure, 10 the greatest; below 1.0 systemd calls a service "safe"."""
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ANALYZE, SOURCE = sys.argv[1], Path(sys.argv[2])
results = []


def rate(name, drop_in, most):
    with tempfile.TemporaryDirectory() as scratch:
        unit = Path(scratch) / "flibuste.service"
        text = (SOURCE / "packaging/flibuste.service").read_text(encoding="utf-8")
        text = text.replace("@bindir@", "/usr/bin").replace("@environment@", "/etc/default/flibuste")
        if drop_in:
            text = text.replace("[Install]", (SOURCE / "docs" / drop_in).read_text(encoding="utf-8") + "\n[Install]")
        unit.write_text(text, encoding="utf-8")
        got = subprocess.run([ANALYZE, "security", "--offline=true", "--no-pager", unit], capture_output=True, text=True,
                             check=False)
        rated = re.search(r"exposure level for flibuste.service: (\d+\.\d+)", got.stdout)
        results.append((f"{name}: {rated and rated[1]}, at most {most}", rated and float(rated[1]) <= most, got))
        unknown = re.findall(r"flibuste.service:\d+: .*", got.stderr)
        results.append((f"{name}: systemd knows every setting", not unknown, unknown))


rate("behind a proxy on the same machine", None, 1.0)
rate("with a remote database", "flibuste-remote.conf", 1.2)
print(f"1..{len(results)}")
for number, (name, ok, detail) in enumerate(results, 1):
    print(f"{'ok' if ok else 'not ok'} {number} - {name}")
    if not ok:
        print(f"# {detail!s:.1500}".replace("\n", "\n# "))
sys.exit(not all(ok for _, ok, _ in results))
