#!/usr/bin/python3
"""The program has the protections of the compiler and the linker: hardening.py PROGRAM FLAG... The FLAGs are those
that this compiler supports and this build uses. Prints TAP."""
import re
import subprocess
import sys

PROGRAM, FLAGS = sys.argv[1], sys.argv[2:]


def said_by(*command):
    return subprocess.run([*command, PROGRAM], capture_output=True, text=True, check=True).stdout


def main():
    headers, dynamic, symbols = (said_by("readelf", "-W", option) for option in ("-hl", "-d", "--dyn-syms"))
    code = said_by("objdump", "-d", "--no-show-raw-insn")
    functions = len(re.findall(r"^[0-9a-f]+ <", code, re.M))
    checks = {
        "-pie": (r"Type: +DYN", headers),
        "-Wl,-z,noexecstack": (r"GNU_STACK +\S+ \S+ \S+ \S+ \S+ RW ", headers),
        "-Wl,-z,relro": (r"GNU_RELRO ", headers),
        "-Wl,-z,now": (r"\(FLAGS_1\).*\bNOW\b", dynamic),
        "-fstack-protector-strong": (r" __stack_chk_fail\b", symbols),
        "-D_FORTIFY_SOURCE=2": (r" __(memcpy|snprintf|vsnprintf|strcpy)_chk\b", symbols),
        "-fstack-clash-protection": (r"\borq +\$0x0,", code),  # touches every page of a large frame
    }
    names = ["-pie", "-Wl,-z,noexecstack", *FLAGS]
    print(f"1..{len(names)}")
    failed = 0
    for number, flag in enumerate(names, 1):
        if flag == "-fcf-protection":
            # The C library's own startup code may lack it, so the ELF note says nothing: count the
            # functions that begin with a landing pad.
            landings = len(re.findall(r"^[0-9a-f]+ <.*>:\n.*\bendbr64", code, re.M))
            good = landings > functions / 2
        elif flag == "-mbranch-protection=standard":
            good = re.search(r"\b(bti|paciasp)\b", code)
        else:
            pattern, text = checks[flag]
            good = re.search(pattern, text)
        failed += not good
        print(f"{'ok' if good else 'not ok'} {number} - built with {flag}")
    return 1 if failed else 0


sys.exit(main())
