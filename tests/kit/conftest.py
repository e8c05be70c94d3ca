"""Every test of the kit runs twice: here as the environment says (compiled), and interpreted (`test_interpreted.py`)."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
